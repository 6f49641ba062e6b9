import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { api } from '#/contracts/endpoints/api.ts'
import type { Webhook } from '#/contracts/notifications/deliveries.ts'
import { deliveries, webhooks } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { AppError, fieldError } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { sentText } from '../../texts/texts.ts'
import { noTarget, serveTargets } from '../deliveries/target-routes.ts'
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

const testTimeoutMs = 10_000

const secretBytes = 32

/** Without its secret. */
const show = ({ id, url, isActive, createdAt }: typeof webhooks.$inferSelect): Webhook => ({
  id,
  url,
  isActive,
  createdAt: createdAt.toISOString(),
})

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
  serveTargets(app, {
    db,
    name: 'webhook',
    table: webhooks,
    ofDelivery: deliveries.webhookId,
    endpoints: { list: api.webhooks, change: api.changeWebhook, remove: api.removeWebhook },
    show,
    inWords: ({ url }) => hostOf(url),
  })

  serve(app, api.addWebhook, { body: addWebhookSchema, status: 201 }, async (request) => {
    const { url } = request.body
    request.audit({ subject: hostOf(url) })
    if (!allowsPrivate) assertCallable(url)
    const secret = `whsec_${randomBytes(secretBytes).toString('base64')}`
    const [added] = await db
      .insert(webhooks)
      .values({ url, secret })
      .onConflictDoNothing()
      .returning()
    if (!added) throw new AppError('conflict', 'This address is already on the list.')
    return { ...show(added), secret }
  })

  serve(app, api.webhookTest, {}, async ({ params: { webhookId }, id }) => {
    const [endpoint] = await db.select().from(webhooks).where(eq(webhooks.id, webhookId))
    if (!endpoint) throw noTarget('webhook', webhookId)
    const timestamp = new Date().toISOString()
    const payload = { type: 'webhook.test', timestamp, data: { url: siteUrl } } as const
    const signal = AbortSignal.timeout(testTimeoutMs)
    const call = { id: `test_${id}`, payload, signal }
    const { outcome, problem, answer } = await callWebhook(endpoint, call, allowsPrivate)
    const became = outcome === 'sent' ? outcome : ('failed' as const)
    return { outcome: became, problem, answer }
  })
}
