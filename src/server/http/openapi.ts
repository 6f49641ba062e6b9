import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { errorBodySchema } from '#/contracts/errors.ts'
import { apiPaths } from '#/contracts/routes.ts'

const failure = errorBodySchema.describe('Any failure.')

/** Collects the schemas of routes registered after it; `/api/openapi.json` answers them. */
export async function registerOpenApi(app: FastifyInstance, siteName: string): Promise<void> {
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: siteName, version: '1' } },
    transform(route) {
      // Pages are not part of the API.
      if (!route.url.startsWith('/api/')) return { ...route, schema: { hide: true } }
      const response = { ...(route.schema?.response as object), default: failure }
      return jsonSchemaTransform({ ...route, schema: { ...route.schema, response } })
    },
  })
  // The routes do not change, and there are many.
  let bytes: Buffer | undefined
  app.get(apiPaths.openapi, { schema: { hide: true } }, (_request, reply) => {
    bytes ??= Buffer.from(JSON.stringify(app.swagger()))
    return reply.type('application/json; charset=utf-8').send(bytes)
  })
}
