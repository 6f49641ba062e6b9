import { api } from '#/contracts/endpoints/api.ts'
import type {
  AttemptOutcome,
  Delivery,
  DeliveryAttempt,
  DeliveryChannel,
  DeliveryState,
} from '#/contracts/notifications/deliveries.ts'
import { untilText } from '../../dates.ts'
import { Button } from '../../ui/button.tsx'
import { Opener } from '../../ui/lists.tsx'
import { PanelSection, type SectionProps } from '../shell/panel-frame.tsx'
import { Time } from '../shell/times.tsx'
import { useChange, useData } from '../shell/use-api.ts'

/** The notifications of one lead, with a button that tries again. */
export function LeadDeliveries({ lead }: SectionProps) {
  const { deliveries } = lead
  const { data: mailServer } = useData(api.mailSetup.read)
  return (
    <PanelSection heading="Notifications">
      {deliveries.every(({ channel }) => channel !== 'mail' && channel !== 'webhook') && (
        <p>No one was notified of this request.</p>
      )}
      <ul className="ruled-list">
        {deliveries.map((delivery) => (
          <DeliveryItem
            key={delivery.id}
            delivery={delivery}
            hasMailServer={mailServer !== undefined && mailServer.setBy !== 'nobody'}
          />
        ))}
      </ul>
    </PanelSection>
  )
}

/** The owner's name for each kind of delivery. */
const channelLabels: Record<DeliveryChannel, string> = {
  mail: 'Email',
  webhook: 'Webhook',
  confirmation: 'Confirmation to the customer',
  offer: 'Offer to a contractor',
  job: 'Job update to a contractor',
  'follow-up': 'Rating request to the customer',
  update: 'Request update to the customer',
}

/** How an attempt ended. */
const outcomeLabels: Record<AttemptOutcome, string> = {
  sent: 'Sent',
  kept: 'Kept as a file',
  retry: 'Failed, will try again',
  refused: 'Rejected, won’t try again',
  cancelled: 'Not sent',
}

/** The state of a delivery in a word or two, and its colour: `data-tone` in the style sheet. */
function stateLabel({ state, isOverdue, problem }: Delivery): [label: string, tone: string] {
  switch (state) {
    case 'sent':
      return ['Sent', 'good']
    case 'kept':
      return ['Kept as a file', 'off']
    case 'failed':
      return ['Not delivered', 'bad']
    case 'cancelled':
      return ['Canceled', 'off']
    case 'pending':
      if (isOverdue) return ['Late', 'bad']
      return [problem ? 'Trying again' : 'On its way', 'busy']
  }
}

/** What the button that sends again says, where that is not 'Resend'. */
const resendWords: Partial<Record<DeliveryState, string>> = { pending: 'Try now', kept: 'Send' }

const ownChannels: DeliveryChannel[] = ['mail', 'webhook']

type DeliveryItemProps = { delivery: Delivery; hasMailServer: boolean }

/** A delivery with its attempts, and a button that tries again. */
function DeliveryItem({ delivery, hasMailServer }: DeliveryItemProps) {
  const { channel, target, state, problem, createdAt, sentAt, dueAt, isOverdue } = delivery
  const [label, tone] = stateLabel(delivery)
  const sent = { params: { deliveryId: delivery.id } }
  const { mutate: resend } = useChange(api.deliveryResend, {
    send: () => sent,
    success: 'The notification is being sent again',
    failure: 'Failed to resend the notification',
  })
  const { mutate: tellCameBack } = useChange(api.deliveryCameBack, {
    send: () => sent,
    success: 'Marked as bounced. It counts as not delivered',
    failure: 'Failed to mark this email as bounced',
  })
  const canResend =
    state === 'failed' ||
    state === 'cancelled' ||
    (state === 'pending' && (problem || isOverdue)) ||
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
        <p>It wasn’t sent: there was no mail server, so the email is kept on the server.</p>
      )}
      {state !== 'sent' && problem && (
        <p className={tone === 'bad' ? 'problem' : undefined}>{problem}</p>
      )}
      {state === 'pending' && dueAt && problem && (
        <p className="hint">
          We’ll try again <Time at={dueAt} show={untilText} />.
        </p>
      )}
      {/* Only of mails to a contractor or a visitor it matters that one came back. */}
      {state === 'sent' && !ownChannels.includes(channel) && (
        <Button look="text" about={`from ${target}`} isGoing onPress={() => tellCameBack()}>
          Mark as bounced
        </Button>
      )}
      {canResend && (
        <Button about={`to ${target}`} isGoing onPress={() => resend()}>
          {resendWords[state] ?? 'Resend'}
        </Button>
      )}
      {delivery.log.length > 0 && <AttemptLog log={delivery.log} />}
    </li>
  )
}

/** Newest first, each with what the mail server or the webhook answered. */
function AttemptLog({ log }: { log: readonly DeliveryAttempt[] }) {
  return (
    <Opener line={log.length === 1 ? '1 try' : `${log.length} tries`}>
      <ol className="by">
        {log.map(({ at, durationMs, outcome, answer }) => (
          <li key={at}>
            <p>
              <strong>{outcomeLabels[outcome]}</strong>, <Time at={at} />, in{' '}
              {(durationMs / 1000).toFixed(1)} s
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
    </Opener>
  )
}
