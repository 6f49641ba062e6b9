import type { MouseEvent } from 'react'
import { Link } from 'wouter'
import type { Delivery, DeliverySummary } from '#/contracts/notifications/deliveries.ts'
import { leadPagePath } from '#/contracts/routes.ts'
import { QueryFailure } from '../shell/query-states.tsx'
import { ExactTime, TimeUntil } from '../shell/times.tsx'
import { countAttempts, countNotifications } from './delivery-labels.ts'
import { type Troubled, useResend, useResendAll, useTroubledDeliveries } from './use-deliveries.ts'

/** The most deliveries that are listed without a click. */
const mostOpen = 3

/** Says above the inbox which notifications did not arrive, and sends them again. */
export function DeliveryBanner() {
  const query = useTroubledDeliveries()
  const { data } = query
  if (query.isError && !data) {
    return (
      <QueryFailure query={query} text="Failed to fetch whether notifications were delivered" />
    )
  }
  return data && data.deliveries.length > 0 ? <Banner {...data} /> : null
}

/** The button that was pressed goes with its delivery: what stands around it has the focus then. */
const focusNotices = ({ currentTarget }: MouseEvent) =>
  currentTarget.closest<HTMLElement>('[role=status]')?.focus()

function Banner({ summary, deliveries }: Troubled) {
  const { mutate: resend } = useResend()
  const { mutate: resendAll, isPending } = useResendAll()
  const total = summary.failed + summary.overdue
  return (
    <section
      className="office-notice"
      data-tone="bad"
      aria-label="Notifications that did not arrive"
    >
      <Headline {...summary} />
      {total > 1 && (
        <button
          className="btn btn-small"
          type="button"
          onClick={(event) => {
            focusNotices(event)
            if (!isPending) resendAll()
          }}
        >
          Resend all
        </button>
      )}
      <details className="opener" open={total <= mostOpen}>
        <summary>Which {total.toLocaleString('en-US')}</summary>
        <ul className="troubles ruled-list">
          {deliveries.map((delivery) => (
            <li key={delivery.id} className="trouble">
              <TroubledDelivery {...delivery} />
              <button
                className="row-button"
                type="button"
                onClick={(event) => {
                  focusNotices(event)
                  resend(delivery.id)
                }}
              >
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
      </details>
    </section>
  )
}

function Headline({ failed, overdue, problem }: DeliverySummary) {
  return (
    <>
      {failed > 0 && <h2>{countNotifications(failed)} could not be delivered</h2>}
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
  if (!summary || summary.activeWebhooks > 0) return null
  const { activeRecipients, mode } = summary
  if (activeRecipients > 0 && mode === 'smtp') return null
  return (
    <div className="office-notice">
      <p>
        <strong>No one is notified of new leads.</strong>{' '}
        {activeRecipients === 0
          ? 'They appear only here. '
          : 'No mail server is set up, so emails to your recipients stay on the server. '}
        <button className="text-button" type="button" onClick={openNotifications}>
          {activeRecipients === 0 ? 'Add someone to notify' : 'See who should be notified'}
        </button>
      </p>
    </div>
  )
}
