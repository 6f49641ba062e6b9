import { useRef } from 'react'
import { api } from '#/contracts/endpoints/api.ts'
import { counted } from '../shell/counts.ts'
import { QueryFailure } from '../shell/query-states.tsx'
import { useChange } from '../shell/server-data.ts'
import { DeliveryItem } from './delivery-item.tsx'
import { deliveryPaths, type Troubled, useTroubledDeliveries } from './use-deliveries.ts'

/** The most deliveries that are listed without a click. */
const mostOpen = 3

/** Says above the inbox which notifications did not arrive, and sends them again. */
export function DeliveryBanner() {
  const query = useTroubledDeliveries()
  const { data } = query
  if (query.isError && !data) {
    return (
      <QueryFailure query={query} text="Failed to check whether notifications were delivered" />
    )
  }
  return data && data.deliveries.length > 0 ? <Banner {...data} /> : null
}

function Banner({ summary, deliveries }: Troubled) {
  const { mutate: resendAll, isPending } = useChange<void, { data: { resent: number } }>({
    call: () => ({ method: 'POST', path: api.deliveriesResendFailed.path }),
    success: ({ data: { resent } }) =>
      resent === 1
        ? 'The notification is being sent again'
        : `${counted(resent, 'notification')} are being sent again`,
    failure: 'Failed to resend the notifications',
    refetches: deliveryPaths,
  })
  const section = useRef<HTMLElement>(null)
  const { failed, overdue, problem, mode } = summary
  const total = failed + overdue
  // The button that was pressed goes with its delivery: what stands around it has the focus then.
  const focusNotices = () => section.current?.parentElement?.focus()
  return (
    <section
      ref={section}
      className="office-notice"
      data-tone="bad"
      aria-label="Notifications that did not arrive"
    >
      {failed > 0 && <h2>{counted(failed, 'notification')} could not be delivered</h2>}
      {overdue > 0 && (
        <p className="strong">
          {counted(overdue, 'notification')} {overdue === 1 ? 'is' : 'are'} late: not sent within
          five minutes, and still being tried.
        </p>
      )}
      {total > mostOpen && problem && <p>The latest problem: {problem}</p>}
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
        <summary>Which {total === 1 ? 'one' : total.toLocaleString('en-US')}</summary>
        <ul className="troubles ruled-list">
          {deliveries.map((delivery) => (
            <DeliveryItem
              key={delivery.id}
              delivery={delivery}
              showsLead
              hasMailServer={mode === 'smtp'}
              beforeResend={focusNotices}
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
