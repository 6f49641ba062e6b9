import { useRef, useState } from 'react'
import { Link } from 'wouter'
import type { Delivery, DeliverySummary } from '#/contracts/notifications/deliveries.ts'
import { leadPagePath } from '#/contracts/routes.ts'
import { Notice, useCountedNotice } from '../leads/overview/notices.tsx'
import { ExactTime, TimeUntil } from '../leads/times.tsx'
import { QueryFailure } from '../shell/query-states.tsx'
import { countAttempts, countNotifications } from './delivery-labels.ts'
import { type Troubled, useResend, useResendAll, useTroubledDeliveries } from './use-deliveries.ts'

/** The most deliveries that are listed without a click. */
const mostOpen = 3

/**
 * Says above the inbox which notifications did not arrive, and sends them again. While there are
 * none it is an empty live region: a screen reader announces only what appears in one.
 */
export function DeliveryBanner() {
  const query = useTroubledDeliveries()
  const { data } = query
  const region = useRef<HTMLElement>(null)
  const hasTrouble = data !== undefined && data.deliveries.length > 0
  useCountedNotice(hasTrouble)
  if (query.isError && !data) {
    return (
      <QueryFailure query={query} text="Failed to fetch whether notifications were delivered" />
    )
  }
  return (
    <section
      ref={region}
      className={hasTrouble ? 'delivery-banner' : 'delivery-quiet'}
      aria-label={hasTrouble ? 'Notifications that did not arrive' : undefined}
      tabIndex={-1}
    >
      <div role="status">{hasTrouble && <Headline {...data.summary} />}</div>
      {hasTrouble && <ResendPanel {...data} beforeResend={() => region.current?.focus()} />}
    </section>
  )
}

function Headline({ failed, overdue, problem }: DeliverySummary) {
  return (
    <>
      {failed > 0 && (
        <h2 className="delivery-headline">{countNotifications(failed)} could not be delivered</h2>
      )}
      {overdue > 0 && (
        <p className="strong">
          {countNotifications(overdue)} {overdue === 1 ? 'is' : 'are'} late: not sent within five
          minutes, and still being tried.
        </p>
      )}
      {failed + overdue > mostOpen && problem && <p>The latest problem: {problem}</p>}
    </>
  )
}

type ResendPanelProps = Troubled & {
  /** Moves the focus: the button that was pressed disappears with its delivery. */
  beforeResend: () => void
}

function ResendPanel({ summary, deliveries, beforeResend }: ResendPanelProps) {
  const { mutate: resend } = useResend()
  const { mutate: resendAll, isPending } = useResendAll()
  const total = summary.failed + summary.overdue
  const [isOpen, setOpen] = useState(total <= mostOpen)
  const list = (
    <TroubledList
      deliveries={deliveries}
      total={total}
      onResend={(deliveryId) => {
        beforeResend()
        resend(deliveryId)
      }}
    />
  )
  return (
    <>
      {total > 1 && (
        <button
          className="btn btn-small delivery-all"
          type="button"
          onClick={() => {
            beforeResend()
            if (!isPending) resendAll()
          }}
        >
          Resend all
        </button>
      )}
      <div className="delivery-list">
        {total === 1 ? (
          list
        ) : (
          <details
            className="opener"
            open={isOpen}
            onToggle={(event) => setOpen(event.currentTarget.open)}
          >
            <summary>Which {total.toLocaleString('en-US')}</summary>
            {list}
          </details>
        )}
      </div>
    </>
  )
}

type TroubledListProps = {
  /** The newest of them. */
  deliveries: readonly Delivery[]
  total: number
  onResend: (deliveryId: number) => void
}

function TroubledList({ deliveries, total, onResend }: TroubledListProps) {
  return (
    <>
      <ul className="troubles">
        {deliveries.map((delivery) => (
          <li key={delivery.id} className="trouble">
            <TroubledDelivery {...delivery} />
            <button className="row-button" type="button" onClick={() => onResend(delivery.id)}>
              Resend
              <span className="hidden-text">
                {' '}
                {delivery.leadName} to {delivery.target}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {total > deliveries.length && (
        <p className="hint">Shown are the newest {deliveries.length}.</p>
      )}
    </>
  )
}

function TroubledDelivery(delivery: Delivery) {
  const { leadId, leadName, target, state, problem, attempts, log, createdAt, dueAt } = delivery
  return (
    <div>
      <p className="strong">
        <Link href={leadPagePath(leadId)}>
          <bdi>{leadName}</bdi>
        </Link>{' '}
        to <bdi>{target}</bdi>
      </p>
      <p>{problem ?? 'It has not been tried yet.'}</p>
      <p className="hint">
        {state === 'failed' ? (
          <>
            Given up after {countAttempts(attempts)}: <ExactTime at={log[0]?.at ?? createdAt} />
          </>
        ) : (
          <>
            Waiting since <ExactTime at={createdAt} />. {countAttempts(attempts)} so far
            {dueAt && (
              <>
                , the next <TimeUntil at={dueAt} />
              </>
            )}
            .
          </>
        )}
      </p>
    </div>
  )
}

/** Says above the leads that no one is told of them, for as long as that is so. */
export function NobodyTold({ openNotifications }: { openNotifications: () => void }) {
  const summary = useTroubledDeliveries().data?.summary
  if (!summary || summary.activeWebhooks > 0) return <Notice />
  const { activeRecipients, mode } = summary
  if (activeRecipients > 0 && mode === 'smtp') return <Notice />
  return (
    <Notice>
      <p>
        <strong>No one is notified of new leads.</strong>{' '}
        {activeRecipients === 0
          ? 'They appear only here. '
          : 'No mail server is set up, so emails to your recipients stay on the server. '}
        <button className="text-button" type="button" onClick={openNotifications}>
          {activeRecipients === 0 ? 'Add someone to notify' : 'See who should be notified'}
        </button>
      </p>
    </Notice>
  )
}
