import { useId, useRef } from 'react'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import type { Delivery, DeliveryAttempt } from '#/contracts/notifications/deliveries.ts'
import { ExactTime, TimeUntil } from '../leads/times.tsx'
import { Loading, QueryFailure } from '../shell/query-states.tsx'
import { channelLabels, countAttempts, outcomeLabels, stateLabel } from './delivery-labels.ts'
import { useDeliverySummary, useLeadDeliveries, useResend, useTell } from './use-deliveries.ts'

/** The deliveries of one lead, with their attempts, and a button that tries again. */
export function LeadDeliveries({ lead }: { lead: Pick<LeadEntry, 'id' | 'isQuarantined'> }) {
  const query = useLeadDeliveries(lead.id)
  const { data, isPending } = query
  const { mutate: resend } = useResend()
  const { data: summary } = useDeliverySummary()
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
      {data?.every(({ channel }) => channel !== 'mail' && channel !== 'webhook') && (
        <NobodyToldOf
          lead={lead}
          hasTargets={summary && summary.activeRecipients + summary.activeWebhooks > 0}
          beforeTelling={() => heading.current?.focus()}
        />
      )}
      {data && data.length > 0 && (
        <ul className="deliveries">
          {data.map((delivery) => (
            <DeliveryItem
              key={delivery.id}
              delivery={delivery}
              hasMailServer={summary?.mode === 'smtp'}
              onResend={resendAndFocusHeading}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

const resendLabels: Partial<Record<Delivery['state'], string>> = {
  pending: 'Try now',
  kept: 'Send',
}

type NobodyToldOfProps = {
  lead: Pick<LeadEntry, 'id' | 'isQuarantined'>
  /** True if a recipient or webhook is active; undefined until that is known. */
  hasTargets: boolean | undefined
  /** Moves the focus: the button disappears once they are told. */
  beforeTelling: () => void
}

function NobodyToldOf({ lead, hasTargets, beforeTelling }: NobodyToldOfProps) {
  const tell = useTell(lead.id)
  return (
    <div className="target-none">
      <p>No one was notified of this lead.</p>
      {hasTargets === false && <p>No one is on the list yet: see Email Notifications.</p>}
      {hasTargets && !lead.isQuarantined && (
        <button
          className="row-button"
          type="button"
          onClick={() => {
            if (tell.isPending) return
            beforeTelling()
            tell.mutate()
          }}
        >
          Notify them now
        </button>
      )}
    </div>
  )
}

type DeliveryItemProps = {
  delivery: Delivery
  hasMailServer: boolean
  onResend: (deliveryId: number) => void
}

function DeliveryItem({ delivery, hasMailServer, onResend }: DeliveryItemProps) {
  const { id, channel, target, state, problem, sentAt, dueAt, log } = delivery
  const { label, tone } = stateLabel(delivery)
  const canResend =
    state === 'failed' ||
    state === 'cancelled' ||
    (state === 'pending' && problem) ||
    (state === 'kept' && hasMailServer)
  return (
    <li className="delivery">
      <div className="delivery-head">
        <p className="delivery-target strong">
          <bdi>{target}</bdi>
          <span className="hint">{channelLabels[channel]}</span>
        </p>
        <span className="state-mark" data-tone={tone}>
          {label}
        </span>
      </div>
      {sentAt && (
        <p className="hint">
          <ExactTime at={sentAt} />
        </p>
      )}
      {state === 'kept' && (
        <p>It was not sent: there was no mail server, so the email is on the server as a file.</p>
      )}
      {state !== 'sent' && problem && (
        <p className={tone === 'bad' ? 'problem' : undefined}>{problem}</p>
      )}
      {state === 'pending' && dueAt && problem && (
        <p className="hint">
          Tried again <TimeUntil at={dueAt} />.
        </p>
      )}
      {canResend && (
        <button className="row-button" type="button" onClick={() => onResend(id)}>
          {resendLabels[state] ?? 'Resend'}
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
    <details className="delivery-log opener">
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
