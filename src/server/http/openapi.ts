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
  requestId: z.string(),
}) satisfies z.ZodType<ErrorBody>

/** How any operation can fail: a program tells failures apart by their code. */
const failure = {
  description: `Refused: ${errorCodes.map((code) => `${statusOf[code]} ${code}`).join(', ')}.`,
  content: { 'application/json': { schema: z.toJSONSchema(errorBodySchema) } },
}

/** What every operation returns. The rows of `contracts/endpoints` have the type of the result. */
const responses = {
  '2XX': { description: 'Done. The result is under `data`.' },
  default: { $ref: '#/components/responses/failure' },
}

type Described = {
  paths?: Record<string, Record<string, { responses?: object }> | undefined>
  components?: object
}

/** Adds the responses to all operations. */
function addResponses(described: Described): object {
  for (const operations of Object.values(described.paths ?? {})) {
    for (const operation of Object.values(operations ?? {})) operation.responses = responses
  }
  return { ...described, components: { ...described.components, responses: { failure } } }
}

/** Collects the schemas of routes registered after it, for `/api/openapi.json`. */
export async function registerOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: 'The API of this site', version: '1' } },
    transform(route) {
      // Pages are not part of the API.
      if (!route.url.startsWith('/api/')) return { ...route, schema: { hide: true } }
      return jsonSchemaTransform(route)
    },
  })
  // The routes do not change, and there are many.
  let bytes: Buffer | undefined
  app.get(api.openapi.path, { schema: { hide: true } }, (_request, reply) => {
    bytes ??= Buffer.from(JSON.stringify(addResponses(app.swagger() as Described)))
    return reply.type('application/json; charset=utf-8').send(bytes)
  })
}
