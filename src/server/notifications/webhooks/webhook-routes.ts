import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { api } from '#/contracts/endpoints/api.ts'
import {
  addedWebhookSchema,
  addWebhookSchema,
  changeWebhookSchema,
  webhookParamsSchema,
  webhookSchema,
  webhookTestSchema,
} from '#/contracts/notifications/webhooks.ts'
import type { Database } from '../../db/database.ts'
import { dataOf, noBody } from '../../http/answer-schemas.ts'
import { AppError } from '../../http/errors.ts'
import { callWebhook } from './call-webhook.ts'
import {
  addWebhook,
  listWebhooks,
  readEndpoint,
  removeWebhook,
  setWebhookActive,
} from './webhook-store.ts'

const testTimeoutMs = 10_000

/** What the webhook routes need. */
type WebhookDeps = { db: Database; siteUrl: string; allowsPrivate: boolean }

const refuse = (message: string) =>
  new AppError('invalid_request', message, { fields: { url: message } })

const noSuchWebhook = (webhookId: number) =>
  new AppError('not_found', `There is no webhook number ${webhookId}.`)

/** For the audit log: the rest of an address may be a secret. */
const hostOf = (url: string) => new URL(url).host

/** Refuses early what every call would refuse. Names are judged at each call, by their address. */
function assertCallable(url: string): void {
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'https:') throw refuse('The address must begin with https://.')
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const isPrivate =
    /(^|\.)localhost\.?$/.test(host) ||
    (ipaddr.isValid(host) && ipaddr.process(host).range() !== 'unicast')
  if (isPrivate) throw refuse('The address leads into a private network, which is not allowed.')
}

/** The webhooks, and a test call. Admins only. */
export function webhookRoutes(deps: WebhookDeps): FastifyPluginAsyncZod {
  const { db, siteUrl, allowsPrivate } = deps
  const webhookAnswer = dataOf(webhookSchema)
  return async (app) => {
    app.get(
      api.webhooks.path,
      { schema: { response: dataOf(z.array(webhookSchema)) } },
      async () => ({ data: await listWebhooks(db) }),
    )

    app.post(
      api.addWebhook.path,
      {
        schema: {
          body: addWebhookSchema,
          response: { 201: z.object({ data: addedWebhookSchema }) },
        },
      },
      async (request, reply) => {
        const { body } = request
        request.audit({ subject: hostOf(body.url) })
        if (!allowsPrivate) assertCallable(body.url)
        const added = await addWebhook(db, body.url)
        if (!added) throw new AppError('conflict', 'This address is in the list already.')
        return reply.code(201).send({ data: added })
      },
    )

    app.patch(
      api.changeWebhook.path,
      {
        schema: { params: webhookParamsSchema, body: changeWebhookSchema, response: webhookAnswer },
      },
      async (request) => {
        const { webhookId } = request.params
        const webhook = await setWebhookActive(db, webhookId, request.body.isActive)
        if (!webhook) throw noSuchWebhook(webhookId)
        const state = webhook.isActive ? 'enabled' : 'disabled'
        request.audit({ subject: `${hostOf(webhook.url)}, ${state}` })
        return { data: webhook }
      },
    )

    app.delete(
      api.removeWebhook.path,
      {
        schema: { params: webhookParamsSchema, response: noBody },
      },
      async (request, reply) => {
        const { webhookId } = request.params
        const url = await removeWebhook(db, webhookId)
        if (url === undefined) throw noSuchWebhook(webhookId)
        request.audit({ subject: hostOf(url) })
        return reply.code(204).send(null)
      },
    )

    app.post(
      api.webhookTest.path,
      {
        schema: {
          params: webhookParamsSchema,
          response: dataOf(webhookTestSchema),
        },
      },
      async ({ params: { webhookId }, id }) => {
        const endpoint = await readEndpoint(db, webhookId)
        if (!endpoint) throw noSuchWebhook(webhookId)
        const timestamp = new Date().toISOString()
        const payload = { type: 'webhook.test', timestamp, data: { url: siteUrl } } as const
        const signal = AbortSignal.timeout(testTimeoutMs)
        const call = { id: `test_${id}`, payload, signal }
        const { outcome, problem, answer } = await callWebhook(endpoint, call, allowsPrivate)
        return { data: { ok: outcome === 'sent', problem, answer } }
      },
    )
  }
}
