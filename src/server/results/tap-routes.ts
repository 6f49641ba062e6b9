import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { tapSchema } from '#/contracts/results/results.ts'
import { apiPaths } from '#/contracts/routes.ts'
import type { Database } from '../db/database.ts'
import { noBody } from '../http/answer-schemas.ts'
import { clientKey } from '../http/client-address.ts'
import { createRateLimiter } from '../http/rate-limits.ts'
import type { TapCounter } from './phone-taps.ts'

/** More taps than a person makes who wants to talk to us. */
const perClient = { name: 'phone-taps', points: 10, seconds: 10 * 60 }

type TapDeps = { db: Database; taps: TapCounter }

/** `POST /api/taps`: a page tells that its phone number was tapped. Nothing of the visitor is stored. */
export function tapRoutes({ db, taps }: TapDeps): FastifyPluginAsyncZod {
  const limiter = createRateLimiter(db, [perClient], 'That is enough calls for now.')
  return async (app) => {
    app.post(
      apiPaths.taps,
      {
        schema: { body: tapSchema, response: noBody },
        onRequest: async (request) => limiter.consume(clientKey(request.ip)),
      },
      async (request, reply) => {
        taps.count(request.body)
        return reply.code(204).send(null)
      },
    )
  }
}
