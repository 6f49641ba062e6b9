import { useId, useRef } from 'react'
import type { Delivery, DeliveryAttempt } from '#/contracts/deliveries.ts'
import { ExactTime, TimeUntil } from '../../leads/times.tsx'
import { Loading, QueryFailure } from '../../shell/query-states.tsx'
import { channelLabels, countAttempts, outcomeLabels, stateLabel } from './delivery-labels.ts'
import { useLeadDeliveries, useResend } from './use-deliveries.ts'

/** The deliveries of one lead, with their attempts, and a button that tries again. */
export function LeadDeliveries({ leadId }: { leadId: number }) {
  const query = useLeadDeliveries(leadId)
  const { data, isPending } = query
  const { mutate: resend } = useResend()
  const headingId = useId()
  const heading = useRef<HTMLHeadingElement>(null)

  const resendAndFocusHeading = (deliveryId: number) => {
    // The button disappears once there is nothing to resend, and the focus would with it.
    heading.current?.focus()
    resend(deliveryId)
  }

  return (
    <section className="lead-deliveries" aria-labelledby={headingId}>
      <h3 id={headingId} ref={heading} tabIndex={-1}>
        Notifications
      </h3>
      <QueryFailure query={query} text="Failed to fetch the notifications of this lead" />
      {isPending && <Loading className="target-none" />}
      {data?.length === 0 && <p className="target-none">Nobody was told of this lead.</p>}
      {data && data.length > 0 && (
        <ul className="deliveries">
          {data.map((delivery) => (
            <DeliveryItem key={delivery.id} delivery={delivery} onResend={resendAndFocusHeading} />
          ))}
        </ul>
      )}
    </section>
  )
}

type DeliveryItemProps = { delivery: Delivery; onResend: (deliveryId: number) => void }

function DeliveryItem({ delivery, onResend }: DeliveryItemProps) {
  const { id, channel, target, state, problem, sentAt, dueAt, log } = delivery
  const { label, tone } = stateLabel(delivery)
  const canResend = state === 'failed' || state === 'cancelled' || (state === 'pending' && problem)
  return (
    <li className="delivery">
      <div className="delivery-head">
        <p className="delivery-target">
          <bdi>{target}</bdi>
          <span className="delivery-channel">{channelLabels[channel]}</span>
        </p>
        <span className="state-mark" data-tone={tone}>
          {label}
        </span>
      </div>
      {sentAt && (
        <p className="delivery-when">
          <ExactTime at={sentAt} />
        </p>
      )}
      {state !== 'sent' && problem && (
        <p className={tone === 'bad' ? 'delivery-problem' : undefined}>{problem}</p>
      )}
      {state === 'pending' && dueAt && problem && (
        <p className="delivery-when">
          Tried again <TimeUntil at={dueAt} />.
        </p>
      )}
      {canResend && (
        <button className="row-button" type="button" onClick={() => onResend(id)}>
          {state === 'pending' ? 'Try now' : 'Resend'}
          <span className="hidden-text"> to {target}</span>
        </button>
      )}
      {log.length > 0 && <AttemptLog log={log} />}
    </li>
  )
}

const secondsFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** Newest first, each with what the mail server or the webhook answered. */
function AttemptLog({ log }: { log: readonly DeliveryAttempt[] }) {
  return (
    <details className="delivery-log">
      <summary>{countAttempts(log.length)}</summary>
      <ol>
        {log.map(({ at, durationMs, outcome, answer }) => (
          <li key={at}>
            <p>
              <strong>{outcomeLabels[outcome]}</strong>, <ExactTime at={at} />, in{' '}
              {secondsFormat.format(durationMs / 1000)} s
            </p>
            {answer && (
              <p>
                <span className="hidden-text">The answer: </span>
                <code dir="auto">{answer}</code>
              </p>
            )}
          </li>
        ))}
      </ol>
    </details>
  )
}
