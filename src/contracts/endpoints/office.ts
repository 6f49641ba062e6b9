import type { SeoFields, SeoFrame, SeoPage, SeoRecord, SeoRevision } from '#/contracts/seo/seo.ts'
import type { AuditEntry } from '../audit/audit-words.ts'
import type { BackupStatus } from '../health/backups.ts'
import type { Page } from '../limits.ts'
import type { AddedWebhook, Recipient, Webhook } from '../notifications/deliveries.ts'
import type { SendOutcome } from '../notifications/mails.ts'
import type { Results } from '../results/results.ts'
import { anybody, get, type Partly, patch, post, proven, rowsFor, type Whole } from './endpoint.ts'

const editor = rowsFor({ who: 'editor' }, '/api')

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

/** What is sent and to whom, results, the audit log, backups, and the description of the API. */
export const officeEndpoints = {
  ...deliveries,
  ...targets,
  ...firstSteps,
  results: get<Results>()('/results'),
  auditEntries: get<Whole<Page<AuditEntry>>>()('/audit'),
  auditExport: proven.get<Whole<Page<AuditEntry>>>()('/audit/export', {
    audit: 'audit.export',
  }),
  backups: get<BackupStatus>()('/backups'),
  makeBackup: proven.post<undefined, BackupStatus>()('/backups', 'backup.make'),
  // Only says whether the file may be downloaded.
  backupDownload: proven.post()('/backups/:file/download', 'no entry'),
  backup: proven.get<Whole<Uint8Array>>()('/backups/:file', { audit: 'backup.download' }),
  openapi: anybody.get<Whole<object>>()('/openapi.json'),
}

/** Page metadata. Each save can be undone. */
export const seoEndpoints = {
  seo: anybody.get<SeoRecord>()('/seo'),
  seoEditor: anybody.get<SeoFrame>()('/seo/editor'),
  seoPages: editor.get<SeoPage[]>()('/seo/pages'),
  seoRevisions: editor.get<SeoRevision[]>()('/seo/revisions'),
  saveSeo: editor.post<
    Partly<SeoFields> & { pagePath: string; version?: number | undefined },
    SeoRecord
  >()('/seo', 'metadata.save'),
  removeSeo: editor.remove()('/seo', 'metadata.remove'),
}
