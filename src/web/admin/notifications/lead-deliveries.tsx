import { useId, useRef } from 'react'
import type { Delivery } from '#/contracts/deliveries.ts'
import { Failure } from '../shell/failure.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { channelWords, stateOf } from './delivery-words.ts'
import { Moment, Until } from './moment.tsx'
import { useLeadDeliveries, useResend } from './use-deliveries.ts'

/** For a lead's own view: who was told of it, how that went, and another try. */
export function LeadDeliveries({ leadId }: { leadId: number }) {
  const { data, isPending, isError, isFetching, refetch } = useLeadDeliveries(leadId)
  const { mutate: resend } = useResend()
  const headingId = useId()
  const heading = useRef<HTMLHeadingElement>(null)

  const resendAndStay = (deliveryId: number) => {
    // The button goes as soon as there is nothing to resend.
    heading.current?.focus()
    resend(deliveryId)
  }

  return (
    <section className="lead-deliveries" aria-labelledby={headingId}>
      <h3 id={headingId} ref={heading} tabIndex={-1}>
        Notifications
      </h3>
      {isError && (
        <Failure
          text="Failed to fetch the notifications of this lead"
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {isPending && (
        <p className="target-none" role="status">
          Loading...
        </p>
      )}
      {data?.length === 0 && <p className="target-none">Nobody was told of this lead.</p>}
      {data && data.length > 0 && (
        <ul className="deliveries">
          {data.map((delivery) => (
            <DeliveryItem key={delivery.id} delivery={delivery} onResend={resendAndStay} />
          ))}
        </ul>
      )}
    </section>
  )
}

type DeliveryItemProps = { delivery: Delivery; onResend: (deliveryId: number) => void }

function DeliveryItem({ delivery, onResend }: DeliveryItemProps) {
  const { id, channel, target, state, problem, sentAt, dueAt, log } = delivery
  const { word, tone } = stateOf(delivery)
  const canResend = state === 'failed' || state === 'cancelled' || (state === 'pending' && problem)
  return (
    <li className="delivery">
      <div className="delivery-head">
        <p className="delivery-target">
          <bdi>{target}</bdi>
          <span className="delivery-channel">{channelWords[channel]}</span>
        </p>
        <span className="state-mark" data-tone={tone}>
          {word}
        </span>
      </div>
      {sentAt && (
        <p className="delivery-when">
          <Moment at={sentAt} />
        </p>
      )}
      {state !== 'sent' && problem && (
        <p className={tone === 'bad' ? 'delivery-problem' : undefined}>{problem}</p>
      )}
      {state === 'pending' && dueAt && problem && (
        <p className="delivery-when">
          Tried again <Until at={dueAt} />.
        </p>
      )}
      {canResend && (
        <button className="row-button" type="button" onClick={() => onResend(id)}>
          {state === 'pending' ? 'Try now' : 'Resend'}
          <span className="hidden-text"> to {target}</span>
        </button>
      )}
      {log.length > 0 && <DeliveryLog log={log} />}
    </li>
  )
}
