import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { api } from '#/contracts/endpoints/api.ts'
import { type ErrorBody, errorCodes } from '#/contracts/errors.ts'
import { statusOf } from './errors.ts'

/** The body of every error. */
export const errorBodySchema = z.object({
  message: z.string(),
  code: z.enum(errorCodes),
  fields: z.record(z.string(), z.string()).optional(),
  version: z.int().optional(),
  requestId: z.string(),
}) satisfies z.ZodType<ErrorBody>

/** Only for requests that bring or change something. */
const neverToReads = new Set([
  statusOf.conflict,
  statusOf.too_large,
  statusOf.unsupported_media_type,
])

const codesByStatus = Map.groupBy(errorCodes, (code) => statusOf[code])

/** The error responses of the whole API: a status each, with its codes. */
function describeErrors() {
  const statuses = [...codesByStatus].map(([status, codes]) => {
    const schema = z.toJSONSchema(errorBodySchema.extend({ code: z.enum(codes) }))
    const description = `Refused: ${codes.join(', ')}.`
    return [status, { description, content: { 'application/json': { schema } } }] as const
  })
  const schema = z.toJSONSchema(errorBodySchema)
  const other = { description: 'Any failure.', content: { 'application/json': { schema } } }
  return Object.fromEntries<object>([...statuses, ['other', other]])
}

/** The error responses of one operation, by reference: there are many operations. */
function errorsOf(method: string): Record<string, { $ref: string }> {
  const statuses = [...codesByStatus.keys()].filter(
    (status) => method !== 'get' || !neverToReads.has(status),
  )
  const refer = (name: string | number) => ({ $ref: `#/components/responses/${name}` })
  return Object.fromEntries([
    ...statuses.map((status) => [status, refer(status)]),
    ['default', refer('other')],
  ])
}

type Described = {
  paths?: Record<string, Record<string, { responses?: object }> | undefined>
  components?: object
}

/** What every operation returns where it does not fail: the rows of `contracts/endpoints` have its type. */
const done = { description: 'Done. The result is under `data`.' }

/** Adds the responses to all operations. */
function addErrors<Api extends Described>(api: Api): Api {
  for (const operations of Object.values(api.paths ?? {})) {
    for (const [method, operation] of Object.entries(operations ?? {})) {
      operation.responses = { ...errorsOf(method), '2XX': done }
    }
  }
  return { ...api, components: { ...api.components, responses: describeErrors() } }
}

/**
 * Collects the schemas of routes registered after it, for `/api/openapi.json`. The name of the site may
 * change meanwhile.
 */
export async function registerOpenApi(app: FastifyInstance, site: { name: string }): Promise<void> {
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: site.name, version: '1' } },
    transform(route) {
      // Pages are not part of the API.
      if (!route.url.startsWith('/api/')) return { ...route, schema: { hide: true } }
      return jsonSchemaTransform(route)
    },
  })
  // The routes do not change, and there are many.
  let bytes: Buffer | undefined
  let title: string | undefined
  app.get(api.openapi.path, { schema: { hide: true } }, (_request, reply) => {
    if (!bytes || title !== site.name) {
      title = site.name
      const info = { title, version: '1' }
      bytes = Buffer.from(JSON.stringify({ ...addErrors(app.swagger() as Described), info }))
    }
    return reply.type('application/json; charset=utf-8').send(bytes)
  })
}
