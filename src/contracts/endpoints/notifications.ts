import type { AddedWebhook, Recipient, Webhook } from '../notifications/deliveries.ts'
import type { SendOutcome } from '../notifications/mails.ts'
import { get, patch, post, proven } from './endpoint.ts'

/** What was sent. A resent delivery goes to the same address. */
const deliveries = {
  deliveryResend: post<undefined, { resent: number }>()(
    '/deliveries/:deliveryId/resend',
    'delivery.resend',
  ),
  deliveryCameBack: post()('/deliveries/:deliveryId/came-back', 'delivery.came-back'),
  deliveriesResendFailed: post<undefined, { resent: number }>()(
    '/deliveries/resend-failed',
    'delivery.resend-failed',
  ),
}

/** To whom it is sent. */
const targets = {
  recipients: get<Recipient[]>()('/email-notifications'),
  addRecipient: proven.post<{ email: string }, Recipient>()(
    '/email-notifications',
    'recipient.add',
  ),
  changeRecipient: proven.patch<{ isActive: boolean }, Recipient>()(
    '/email-notifications/:recipientId',
    'recipient.change',
  ),
  removeRecipient: proven.remove()('/email-notifications/:recipientId', 'recipient.remove'),
  webhooks: get<Webhook[]>()('/webhooks'),
  addWebhook: proven.post<{ url: string }, AddedWebhook>()('/webhooks', 'webhook.add'),
  changeWebhook: proven.patch<{ isActive: boolean }, Webhook>()(
    '/webhooks/:webhookId',
    'webhook.change',
  ),
  removeWebhook: proven.remove()('/webhooks/:webhookId', 'webhook.remove'),
  // Calls the address that was added, without any lead.
  webhookTest: post<undefined, SendOutcome>()('/webhooks/:webhookId/test', 'webhook.test'),
}

const firstSteps = {
  changeFirstSteps: patch<{ isBackedUp: true } | { isPutAway: true }>()(
    '/first-steps',
    'first-steps.change',
  ),
  testMail: proven.post<{ email: string }, SendOutcome>()('/first-steps/test-mail', 'mail.test'),
}

/** What is sent, to whom, and what an owner sees to on the first day. */
export const notificationEndpoints = { ...deliveries, ...targets, ...firstSteps }
