import type { FastifyInstance } from 'fastify'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { api } from '#/contracts/endpoints/api.ts'
import type { Database } from '../../db/database.ts'
import { AppError, fieldError } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { sentText } from '../../texts/texts.ts'
import { callWebhook } from './call-webhook.ts'
import {
  addWebhook,
  listWebhooks,
  readEndpoint,
  removeWebhook,
  setWebhookActive,
} from './webhook-store.ts'

export const addWebhookSchema = z.object({
  url: sentText('Please enter an address.')
    .trim()
    .max(2_000, 'The address is too long.')
    .pipe(
      z.url({
        protocol: /^https?$/,
        error:
          'This doesn’t look like a web address. It should look like https://example.com/leads.',
      }),
    )
    .refine(
      (url) => !/^https?:\/\/[^/]*@/i.test(url),
      'Please leave the user name and password out of the address.',
    ),
})

const changeWebhookSchema = z.object({ isActive: z.boolean() })

const testTimeoutMs = 10_000

/** What the webhook routes need. */
type WebhookDeps = { db: Database; siteUrl: string; allowsPrivate: boolean }

const noSuchWebhook = (webhookId: number) =>
  new AppError('not_found', `There’s no webhook number ${webhookId}.`)

/** For the audit log: the rest of an address may be a secret. */
const hostOf = (url: string) => new URL(url).host

/** Refuses early what every call would refuse. Names are judged at each call, by their address. */
function assertCallable(url: string): void {
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'https:') throw fieldError('url', 'The address must begin with https://.')
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const isPrivate =
    /(^|\.)localhost\.?$/.test(host) ||
    (ipaddr.isValid(host) && ipaddr.process(host).range() !== 'unicast')
  if (isPrivate)
    throw fieldError('url', 'The address is in a private network, which isn’t allowed.')
}

/** The webhooks, and a test call. Admins only. */
export function addWebhookRoutes(app: FastifyInstance, deps: WebhookDeps): void {
  const { db, siteUrl, allowsPrivate } = deps

  serve(app, api.webhooks, {}, () => listWebhooks(db))

  serve(app, api.addWebhook, { body: addWebhookSchema, status: 201 }, async (request) => {
    const { body } = request
    request.audit({ subject: hostOf(body.url) })
    if (!allowsPrivate) assertCallable(body.url)
    const added = await addWebhook(db, body.url)
    if (!added) throw new AppError('conflict', 'This address is already on the list.')
    return added
  })

  serve(app, api.changeWebhook, { body: changeWebhookSchema }, async (request) => {
    const { webhookId } = request.params
    const webhook = await setWebhookActive(db, webhookId, request.body.isActive)
    if (!webhook) throw noSuchWebhook(webhookId)
    const state = webhook.isActive ? 'enabled' : 'disabled'
    request.audit({ subject: `${hostOf(webhook.url)}, ${state}` })
    return webhook
  })

  serve(app, api.removeWebhook, {}, async (request) => {
    const { webhookId } = request.params
    const url = await removeWebhook(db, webhookId)
    if (url === undefined) throw noSuchWebhook(webhookId)
    request.audit({ subject: hostOf(url) })
  })

  serve(app, api.webhookTest, {}, async ({ params: { webhookId }, id }) => {
    const endpoint = await readEndpoint(db, webhookId)
    if (!endpoint) throw noSuchWebhook(webhookId)
    const timestamp = new Date().toISOString()
    const payload = { type: 'webhook.test', timestamp, data: { url: siteUrl } } as const
    const signal = AbortSignal.timeout(testTimeoutMs)
    const call = { id: `test_${id}`, payload, signal }
    const { outcome, problem, answer } = await callWebhook(endpoint, call, allowsPrivate)
    const became = outcome === 'sent' ? outcome : ('failed' as const)
    return { outcome: became, problem, answer }
  })
}
