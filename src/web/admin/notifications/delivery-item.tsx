import { api } from '#/contracts/endpoints/api.ts'
import type {
  AttemptOutcome,
  Delivery,
  DeliveryAttempt,
  DeliveryChannel,
} from '#/contracts/notifications/deliveries.ts'
import { untilText } from '../../dates.ts'
import { Time } from '../shell/times.tsx'
import { useChange } from '../shell/use-api.ts'
import { deliveryPaths } from './use-deliveries.ts'

/** The owner's name for each kind of delivery. */
const channelLabels: Record<DeliveryChannel, string> = {
  mail: 'Email',
  webhook: 'Other program (webhook)',
  confirmation: 'Confirmation to the visitor',
  offer: 'Offer to a contractor',
  job: 'News of the job to a contractor',
  'follow-up': 'Rating request to the visitor',
  update: 'News of the request to the visitor',
}

/** How an attempt ended. */
const outcomeLabels: Record<AttemptOutcome, string> = {
  sent: 'Sent',
  kept: 'Kept as a file',
  retry: 'Failed, to be tried again',
  refused: 'Permanently refused',
  cancelled: 'Not sent',
}

/** The state of a delivery in a word or two, and its colour: `data-tone` in the style sheet. */
function stateLabel({ state, isOverdue, problem }: Delivery): { label: string; tone: string } {
  switch (state) {
    case 'sent':
      return { label: 'Sent', tone: 'good' }
    case 'kept':
      return { label: 'Kept as a file', tone: 'off' }
    case 'failed':
      return { label: 'Given up', tone: 'bad' }
    case 'cancelled':
      return { label: 'Canceled', tone: 'off' }
    case 'pending':
      if (isOverdue) return { label: 'Late', tone: 'bad' }
      return { label: problem ? 'Trying again' : 'On its way', tone: 'busy' }
  }
}

const resendLabels: Partial<Record<Delivery['state'], string>> = {
  pending: 'Try now',
  kept: 'Send',
}

type DeliveryItemProps = {
  delivery: Delivery
  hasMailServer: boolean
  /** Moves the focus: the button may disappear once it is pressed. */
  beforeResend: () => void
}

/** A delivery with its attempts, and a button that tries again. */
export function DeliveryItem({ delivery, hasMailServer, beforeResend }: DeliveryItemProps) {
  const { channel, target, state, problem, createdAt, sentAt, dueAt } = delivery
  const { label, tone } = stateLabel(delivery)
  const sent = { params: { deliveryId: delivery.id } }
  const { mutate: resend } = useChange(api.deliveryResend, {
    send: () => sent,
    success: 'The notification is being sent again',
    failure: 'Failed to resend the notification',
    refetches: deliveryPaths,
  })
  const canResend =
    state === 'failed' ||
    state === 'cancelled' ||
    (state === 'pending' && (problem || delivery.isOverdue)) ||
    (state === 'kept' && hasMailServer)
  return (
    <li className="delivery">
      <div className="row ends">
        <p className="strong">
          <bdi>{target}</bdi>
        </p>
        <span className="state-mark" data-tone={tone}>
          {label}
        </span>
      </div>
      <p className="hint">
        {channelLabels[channel]}, <Time at={sentAt ?? createdAt} />
      </p>
      {state === 'kept' && (
        <p>It was not sent: there was no mail server, so the email is kept on the server.</p>
      )}
      {state !== 'sent' && problem && (
        <p className={tone === 'bad' ? 'problem' : undefined}>{problem}</p>
      )}
      {state === 'pending' && dueAt && problem && (
        <p className="hint">
          Tried again <Time at={dueAt} show={untilText} />.
        </p>
      )}
      {canResend && (
        <button
          className="tool-button"
          type="button"
          onClick={() => {
            beforeResend()
            resend()
          }}
        >
          {resendLabels[state] ?? 'Resend'}
          <span className="hidden-text"> to {target}</span>
        </button>
      )}
      {delivery.log.length > 0 && <AttemptLog log={delivery.log} />}
    </li>
  )
}

const secondsFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** Newest first, each with what the mail server or the webhook answered. */
function AttemptLog({ log }: { log: readonly DeliveryAttempt[] }) {
  return (
    <details className="delivery-log opener">
      <summary>{log.length === 1 ? '1 try' : `${log.length} tries`}</summary>
      <ol>
        {log.map(({ at, durationMs, outcome, answer }) => (
          <li key={at}>
            <p>
              <strong>{outcomeLabels[outcome]}</strong>, <Time at={at} />, in{' '}
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
