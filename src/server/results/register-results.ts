import type { FastifyInstance } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { promiseSchema, resultsQuerySchema, resultsSchema } from '#/contracts/results/results.ts'
import { apiPaths } from '#/contracts/routes.ts'
import type { Database } from '../db/database.ts'
import { dataOf } from '../http/answer-schemas.ts'
import { repeat } from '../jobs/loop.ts'
import { countResults } from './count-results.ts'
import { createTapCounter } from './phone-taps.ts'
import { checkPromises } from './promises.ts'
import { tapRoutes } from './tap-routes.ts'

const storeEveryMs = 5_000

/** The owner's results. Admins only. */
function resultRoutes({ db }: { db: Database }): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      apiPaths.results,
      {
        schema: {
          querystring: resultsQuerySchema,
          response: dataOf(resultsSchema),
        },
      },
      async ({ query }) => ({ data: await countResults(db, query.days) }),
    )
    app.get(
      apiPaths.promises,
      { schema: { response: dataOf(z.array(promiseSchema)) } },
      async () => ({ data: await checkPromises(db) }),
    )
  }
}

/** Adds the results of visits, and the route that counts taps on the phone number. */
export async function registerResults(
  app: FastifyInstance,
  { db }: { db: Database },
): Promise<void> {
  const taps = createTapCounter(db)
  const storeTaps = { what: 'store taps on the phone number', run: taps.store }
  repeat(app, { ...storeTaps, everyMs: storeEveryMs })
  app.addHook('onClose', async () => {
    await taps.store().catch(() => {})
  })
  await app.register(tapRoutes({ db, taps }))
  await app.register(resultRoutes({ db }))
}
