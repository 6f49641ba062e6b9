import { useRef } from 'react'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import type { Delivery, DeliveryAttempt } from '#/contracts/notifications/deliveries.ts'
import { PanelSection, type SectionProps } from '../shell/panel-frame.tsx'
import { Fetched } from '../shell/query-states.tsx'
import { ExactTime, TimeUntil } from '../shell/times.tsx'
import { channelLabels, countAttempts, outcomeLabels, stateLabel } from './delivery-labels.ts'
import { useDeliverySummary, useLeadDeliveries, useResend, useTell } from './use-deliveries.ts'

/** The notifications of one lead, with their attempts, and a button that tries again. */
export function LeadDeliveries({ lead }: SectionProps) {
  const query = useLeadDeliveries(lead.id)
  const { mutate: resend } = useResend()
  const { data: summary } = useDeliverySummary()
  const heading = useRef<HTMLHeadingElement>(null)
  // A button that was pressed may disappear, and the focus would with it.
  const focusHeading = () => heading.current?.focus()
  return (
    <PanelSection heading="Notifications" headingRef={heading}>
      <Fetched query={query} failure="Failed to fetch the notifications of this lead">
        {(deliveries) => (
          <>
            {deliveries.every(({ channel }) => channel !== 'mail' && channel !== 'webhook') && (
              <NobodyToldOf
                lead={lead}
                hasTargets={summary && summary.activeRecipients + summary.activeWebhooks > 0}
                beforeTelling={focusHeading}
              />
            )}
            <ul className="deliveries ruled-list">
              {deliveries.map((delivery) => (
                <DeliveryItem
                  key={delivery.id}
                  delivery={delivery}
                  hasMailServer={summary?.mode === 'smtp'}
                  onResend={(deliveryId) => {
                    focusHeading()
                    resend(deliveryId)
                  }}
                />
              ))}
            </ul>
          </>
        )}
      </Fetched>
    </PanelSection>
  )
}

const resendLabels: Partial<Record<Delivery['state'], string>> = {
  pending: 'Try now',
  kept: 'Send',
}

type NobodyToldOfProps = {
  lead: LeadEntry
  /** True if a recipient or webhook is active; undefined until that is known. */
  hasTargets: boolean | undefined
  /** Moves the focus: the button disappears once they are told. */
  beforeTelling: () => void
}

function NobodyToldOf({ lead, hasTargets, beforeTelling }: NobodyToldOfProps) {
  const tell = useTell(lead.id)
  return (
    <div>
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
        <p className="strong">
          <bdi>{target}</bdi>
        </p>
        <span className="state-mark" data-tone={tone}>
          {label}
        </span>
      </div>
      <p className="hint">
        {channelLabels[channel]}
        {sentAt && (
          <>
            , <ExactTime at={sentAt} />
          </>
        )}
      </p>
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
