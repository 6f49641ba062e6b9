import type { AddedWebhook, Recipient, Webhook, WebhookTest } from '../notifications/deliveries.ts'
import type { TestMailResult } from '../notifications/mails.ts'
import { get, patch, post, remove } from './endpoint.ts'

/** What was sent. A resent delivery goes to the same address. */
const deliveries = {
  tellOfLead: post<undefined, { queued: number }>()('/api/admin/leads/:leadId/deliveries', {
    audit: 'lead.tell',
  }),
  deliveryResend: post<undefined, { resent: number }>()(
    '/api/admin/deliveries/:deliveryId/resend',
    {
      audit: 'delivery.resend',
    },
  ),
  deliveryCameBack: post()('/api/admin/deliveries/:deliveryId/came-back', {
    audit: 'delivery.came-back',
  }),
  deliveriesResendFailed: post<undefined, { resent: number }>()(
    '/api/admin/deliveries/resend-failed',
    { audit: 'delivery.resend-failed' },
  ),
}

/** To whom it is sent. */
const targets = {
  recipients: get<Recipient[]>()('/api/admin/email-notifications'),
  addRecipient: post<{ email: string }, Recipient>()('/api/admin/email-notifications', {
    proof: true,
    audit: 'recipient.add',
  }),
  changeRecipient: patch<{ isActive: boolean }, Recipient>()(
    '/api/admin/email-notifications/:recipientId',
    { proof: true, audit: 'recipient.change' },
  ),
  removeRecipient: remove()('/api/admin/email-notifications/:recipientId', {
    proof: true,
    audit: 'recipient.remove',
  }),
  webhooks: get<Webhook[]>()('/api/admin/webhooks'),
  addWebhook: post<{ url: string }, AddedWebhook>()('/api/admin/webhooks', {
    proof: true,
    audit: 'webhook.add',
  }),
  changeWebhook: patch<{ isActive: boolean }, Webhook>()('/api/admin/webhooks/:webhookId', {
    proof: true,
    audit: 'webhook.change',
  }),
  removeWebhook: remove()('/api/admin/webhooks/:webhookId', {
    proof: true,
    audit: 'webhook.remove',
  }),
  // Calls the address that was added, without any lead.
  webhookTest: post<undefined, WebhookTest>()('/api/admin/webhooks/:webhookId/test', {
    audit: 'webhook.test',
  }),
}

const firstSteps = {
  changeFirstSteps: patch<{ isBackedUp: true } | { isPutAway: true }>()('/api/admin/first-steps', {
    audit: 'first-steps.change',
  }),
  testMail: post<{ email: string }, TestMailResult>()('/api/admin/first-steps/test-mail', {
    proof: true,
    audit: 'mail.test',
  }),
}

/** What is sent, to whom, and what an owner sees to on the first day. */
export const notificationEndpoints = { ...deliveries, ...targets, ...firstSteps }
