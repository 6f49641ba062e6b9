import { request } from 'node:http'
import { useAgent as agentFor } from 'request-filtering-agent'
import { Webhook } from 'standardwebhooks'
import { serviceChoiceLabels } from '#/content/services.ts'
import { pickLeadFields } from '#/contracts/leads/lead-fields.ts'
import type { Lead } from '#/contracts/leads/leads.ts'
import type { Site } from '#/contracts/pages/documents.ts'
import type { Attribution } from '#/contracts/results/visits.ts'
import { leadPagePath } from '#/contracts/routes.ts'
import { type LeadForMail, repeatId } from '../deliveries/claims.ts'
import { type Attempt, type AttemptResult, cancelled } from '../deliveries/outcomes.ts'

type WebhookEndpoint = { url: string; secret: string }

/** What a webhook is sent for each lead, in the field `data`. */
type WebhookLead = Omit<Lead, 'phoneAsTyped' | 'isContacted'> & {
  serviceLabel: string
  attribution: Attribution | null
  /** The lead in the inbox. */
  url: string
}

/** The body of a call. `timestamp` is when the lead arrived. */
export type WebhookPayload =
  | { type: 'lead.created'; timestamp: string; data: WebhookLead }
  | { type: 'webhook.test'; timestamp: string; data: { url: string } }

/** One call. `id` is the same at each repeat, so that the receiver can recognise it. */
type WebhookCall = { id: string; payload: WebhookPayload; signal: AbortSignal }

const longestAnswerBytes = 2_048

type Answer = { status: number; text: string }

async function readStart(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= longestAnswerBytes) break
  }
  return Buffer.concat(chunks).subarray(0, longestAnswerBytes).toString('utf8')
}

function post(
  url: string,
  body: string,
  headers: Record<string, string>,
  { signal, allowsPrivate }: { signal: AbortSignal; allowsPrivate: boolean },
): Promise<Answer> {
  // The agent connects, by TLS where the address says so, and checks where to, after the name was
  // looked up.
  const agent = agentFor(url, { allowPrivateIPAddress: allowsPrivate, allowMetaIPAddress: false })
  const options = { method: 'POST', agent, headers, signal }
  return new Promise((resolve, reject) => {
    const asked = request(url, options, (response) => {
      const { statusCode: status = 0 } = response
      readStart(response)
        .then((text) => resolve({ status, text }), reject)
        .finally(() => response.destroy())
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

function explainStatus({ status, text }: Answer): AttemptResult {
  const answer = `${status} ${text.replace(/\s+/g, ' ')}`.trim()
  if (status >= 200 && status < 300) return { outcome: 'sent', problem: null, answer }
  const problem =
    status >= 300 && status < 400
      ? `The webhook’s address redirects elsewhere (${status}). Enter the final address.`
      : `The webhook’s address answered with an error (${status}).`
  return { outcome: 'retry', problem, answer }
}

/** Explains a call that got no answer. */
export function explainCallFailure(thrown: unknown): AttemptResult {
  const error = thrown as Error & { code?: string }
  const { code = '', name, message } = error
  const because = (problem: string, outcome: 'retry' | 'refused' = 'retry'): AttemptResult => ({
    outcome,
    problem,
    answer: message,
  })
  if (/is not allowed\. Because/.test(message)) {
    return because('The webhook’s address is in a private network.', 'refused')
  }
  if (name === 'AbortError' || name === 'TimeoutError' || code === 'ETIMEDOUT') {
    return because('The webhook’s address didn’t answer in time.')
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return because('The webhook’s address couldn’t be found.')
  }
  if (/^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO|EPROTO)/.test(code)) {
    return because('The connection to the webhook’s address couldn’t be secured.')
  }
  return because('The webhook’s address couldn’t be reached.')
}

/** Posts a payload, signed after https://www.standardwebhooks.com. Never rejects. */
export async function callWebhook(
  { url, secret }: WebhookEndpoint,
  { id, payload, signal }: WebhookCall,
  allowsPrivate: boolean,
): Promise<AttemptResult> {
  const body = JSON.stringify(payload)
  const now = new Date()
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Breezeway',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, now, body),
  }
  try {
    return explainStatus(await post(url, body, headers, { signal, allowsPrivate }))
  } catch (error) {
    return explainCallFailure(error)
  }
}

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
