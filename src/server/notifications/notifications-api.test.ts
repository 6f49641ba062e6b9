import { expect, test } from 'vitest'
import { describedRoutes } from '#tests/support/api/api-operations.ts'
import { buildTestApp } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'

describeOnDatabase('the API of notifications', (database) => {
  test('is described: what each route takes and answers', async () => {
    const app = await buildTestApp(database.handle())
    const routes = await describedRoutes(app, [
      '/api/admin/deliveries',
      '/api/admin/email-notifications',
      '/api/admin/first-steps',
      '/api/admin/lead-source-settings',
      '/api/admin/leads/{leadId}/deliveries',
      '/api/admin/visitor-mails',
      '/api/admin/webhooks',
    ])
    await app.close()
    expect(routes).toEqual([
      '/api/admin/deliveries GET (state): 200 { data: { id, leadId, leadName, channel, target, state, isOverdue, createdAt, dueAt, sentAt, problem, attempts, log }[] }',
      '/api/admin/deliveries/resend-failed POST (): 200 { data: { resent } }',
      '/api/admin/deliveries/summary GET (): 200 { data: { mode, activeRecipients, activeWebhooks, failed, overdue, oldestAt, problem } }',
      '/api/admin/deliveries/{deliveryId}/came-back POST (deliveryId): 204 nothing',
      '/api/admin/deliveries/{deliveryId}/resend POST (deliveryId): 200 { data: { resent } }',
      '/api/admin/email-notifications GET (): 200 { data: { id, email, isActive }[] }',
      '/api/admin/email-notifications POST ({ email }): 201 { data: { id, email, isActive } }',
      '/api/admin/email-notifications/{recipientId} DELETE (recipientId): 204 nothing',
      '/api/admin/email-notifications/{recipientId} PATCH (recipientId, { isActive }): 200 { data: { id, email, isActive } }',
      '/api/admin/first-steps GET (): 200 { data: { isBusinessSet, activeRecipients, activeWebhooks, mailTestedAt, hasMailServer, contractors, offersAutomatically, sendsVisitorMails, hasSampleTestimonials, isBackedUp, isSentElsewhere, isPutAway } }',
      '/api/admin/first-steps PATCH ({ isBackedUp, isPutAway }): 200 { data: { isBusinessSet, activeRecipients, activeWebhooks, mailTestedAt, hasMailServer, contractors, offersAutomatically, sendsVisitorMails, hasSampleTestimonials, isBackedUp, isSentElsewhere, isPutAway } }',
      '/api/admin/first-steps/test-mail POST ({ email }): 200 { data: { outcome, problem, answer, conversation } }',
      '/api/admin/lead-source-settings GET (): 200 { data: { message } }',
      '/api/admin/lead-source-settings POST ({ message }): 200 { data: { message } }',
      '/api/admin/leads/{leadId}/deliveries GET (leadId): 200 { data: { id, leadId, leadName, channel, target, state, isOverdue, createdAt, dueAt, sentAt, problem, attempts, log }[] }',
      '/api/admin/leads/{leadId}/deliveries POST (leadId): 201 { data: { queued } }',
      '/api/admin/visitor-mails GET (): 200 { data: { sendsMails } }',
      '/api/admin/visitor-mails POST ({ sendsMails }): 200 { data: { sendsMails } }',
      '/api/admin/webhooks GET (): 200 { data: { id, url, isActive, goneAt, createdAt }[] }',
      '/api/admin/webhooks POST ({ url }): 201 { data: { id, url, isActive, goneAt, createdAt, secret } }',
      '/api/admin/webhooks/{webhookId} DELETE (webhookId): 204 nothing',
      '/api/admin/webhooks/{webhookId} PATCH (webhookId, { isActive }): 200 { data: { id, url, isActive, goneAt, createdAt } }',
      '/api/admin/webhooks/{webhookId}/test POST (webhookId): 200 { data: { ok, problem, answer } }',
    ])
  })
})
