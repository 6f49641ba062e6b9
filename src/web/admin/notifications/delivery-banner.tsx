import { useRef } from 'react'
import type { DeliverySummary } from '#/contracts/notifications/deliveries.ts'
import { QueryFailure } from '../shell/query-states.tsx'
import { DeliveryItem } from './delivery-item.tsx'
import {
  countNotifications,
  type Troubled,
  useResend,
  useResendAll,
  useTroubledDeliveries,
} from './use-deliveries.ts'

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

function Banner({ summary, deliveries }: Troubled) {
  const { mutate: resend } = useResend()
  const { mutate: resendAll, isPending } = useResendAll()
  const section = useRef<HTMLElement>(null)
  const total = summary.failed + summary.overdue
  // The button that was pressed goes with its delivery: what stands around it has the focus then.
  const focusNotices = () => section.current?.parentElement?.focus()
  return (
    <section
      ref={section}
      className="office-notice"
      data-tone="bad"
      aria-label="Notifications that did not arrive"
    >
      <Headline {...summary} />
      {total > 1 && (
        <button
          className="btn btn-small"
          type="button"
          onClick={() => {
            focusNotices()
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
            <DeliveryItem
              key={delivery.id}
              delivery={delivery}
              showsLead
              hasMailServer={summary.mode === 'smtp'}
              onResend={({ id }) => {
                focusNotices()
                resend(id)
              }}
            />
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
