import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { tapSchema } from '#/contracts/results.ts'
import { apiPaths } from '#/contracts/routes.ts'
import type { Database } from '../db/database.ts'
import { clientKey } from '../http/client-address.ts'
import { createRateLimiter } from '../http/rate-limits.ts'
import type { TapCounter } from './phone-taps.ts'

/** Nobody who wants to talk to us taps more often. */
const perClient = { name: 'phone-taps', points: 10, seconds: 10 * 60 }

/** The path of an address; undefined for what is none. */
const pathOf = (address: string | undefined) =>
  address !== undefined && URL.canParse(address) ? new URL(address).pathname : undefined

/** What the beacon needs. */
export type TapDeps = {
  db: Database
  taps: TapCounter
  /** The source of a visit, as a page has noted the visit. */
  sourceOfVisit: (visit: string | undefined, ownHosts: string[]) => string
}

/**
 * `POST /api/taps`: a page tells that its phone number was tapped. Which page it is stands in
 * `Referer`, because its script has no byte to spare. Of the visitor nothing is stored.
 */
export function tapRoutes({ db, taps, sourceOfVisit }: TapDeps): FastifyPluginAsyncZod {
  const limiter = createRateLimiter(db, [perClient], 'You have called often enough.')
  return async (app) => {
    app.post(
      apiPaths.taps,
      {
        bodyLimit: 8 * 1024,
        schema: { consumes: ['text/plain'], body: tapSchema, response: { 204: z.null() } },
        onRequest: async (request) => limiter.consume(clientKey(request.ip)),
      },
      async (request, reply) => {
        taps.count({
          page: pathOf(request.headers.referer),
          source: sourceOfVisit(request.body, [request.host]),
        })
        return reply.code(204).send(null)
      },
    )
  }
}
