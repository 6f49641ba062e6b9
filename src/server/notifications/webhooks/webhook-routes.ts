import { randomBytes } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { api } from '#/contracts/endpoints/api.ts'
import { deliveries, webhooks } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { lockDeliveries } from '../../db/lock-lead.ts'
import { AppError, fieldError } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { sentText } from '../../texts/texts.ts'
import { callWebhook } from './call-webhook.ts'

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

const columns = { id: webhooks.id, url: webhooks.url, isActive: webhooks.isActive }

const secretBytes = 32

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
export function addWebhookRoutes(
  app: FastifyInstance,
  { db, siteUrl, allowsPrivate }: { db: Database; siteUrl: string; allowsPrivate: boolean },
): void {
  serve(app, api.webhooks, {}, () => db.select(columns).from(webhooks).orderBy(asc(webhooks.id)))

  serve(app, api.addWebhook, { body: addWebhookSchema, status: 201 }, async (request) => {
    const { url } = request.body
    request.audit({ subject: hostOf(url) })
    if (!allowsPrivate) assertCallable(url)
    const secret = `whsec_${randomBytes(secretBytes).toString('base64')}`
    const adding = db.insert(webhooks).values({ url, secret }).onConflictDoNothing()
    const [added] = await adding.returning(columns)
    if (!added) throw new AppError('conflict', 'This address is already on the list.')
    return { ...added, secret }
  })

  serve(app, api.changeWebhook, { body: changeWebhookSchema }, async (request) => {
    const { webhookId } = request.params
    const { isActive } = request.body
    // What waits for one that is disabled is cancelled at its next attempt.
    const isIt = eq(webhooks.id, webhookId)
    const [webhook] = await db.update(webhooks).set({ isActive }).where(isIt).returning(columns)
    if (!webhook) throw noSuchWebhook(webhookId)
    const state = isActive ? 'enabled' : 'disabled'
    request.audit({ subject: `${hostOf(webhook.url)}, ${state}` })
    return webhook
  })

  serve(app, api.removeWebhook, {}, async (request) => {
    const { webhookId } = request.params
    const [removed] = await db.transaction(async (tx) => {
      await lockDeliveries(tx, eq(deliveries.webhookId, webhookId), 'no key update')
      return tx.delete(webhooks).where(eq(webhooks.id, webhookId)).returning({ url: webhooks.url })
    })
    if (!removed) throw noSuchWebhook(webhookId)
    request.audit({ subject: hostOf(removed.url) })
  })

  serve(app, api.webhookTest, {}, async ({ params: { webhookId }, id }) => {
    const [endpoint] = await db.select().from(webhooks).where(eq(webhooks.id, webhookId))
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
