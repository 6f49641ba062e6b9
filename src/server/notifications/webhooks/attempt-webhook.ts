import { serviceChoiceLabels } from '#/content/services.ts'
import { pickLeadFields } from '#/contracts/leads/lead-fields.ts'
import type { Site } from '#/contracts/pages/documents.ts'
import { leadPagePath } from '#/contracts/routes.ts'
import { type LeadForMail, repeatId } from '../deliveries/claims.ts'
import { type Attempt, cancelled } from '../deliveries/outcomes.ts'
import { callWebhook, type WebhookPayload } from './call-webhook.ts'

function payloadOf(lead: LeadForMail, site: Site): WebhookPayload {
  const { id, createdAt, attribution } = lead
  const labels: Record<string, string> = serviceChoiceLabels
  const serviceLabel = labels[lead.service] ?? lead.service
  const url = `${site.url}${leadPagePath(id)}`
  const data = { id, createdAt, ...pickLeadFields(lead), serviceLabel, attribution, url }
  return { type: 'lead.created', timestamp: createdAt, data }
}

/** Attempts to call one webhook for a lead. */
export function webhookAttempt(site: Site, allowsPrivate: boolean): Attempt {
  return async ({ lead, webhook }, signal) => {
    if (!webhook) return cancelled('The webhook was disabled or removed before it was called.')
    const id = `msg_${repeatId(lead, webhook.id)}`
    const call = { id, payload: payloadOf(lead, site), signal }
    return callWebhook(webhook, call, allowsPrivate)
  }
}
