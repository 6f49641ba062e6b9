import { sql } from 'drizzle-orm'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { healthPaths } from '#/contracts/routes.ts'
import type { Database } from '../db/client.ts'

const patienceMs = 2_000

async function canQuery(db: Database): Promise<boolean> {
  const late = new Promise<false>((resolve) => setTimeout(resolve, patienceMs, false).unref())
  const answered = db.execute(sql`select 1`).then(
    () => true,
    () => false,
  )
  return Promise.race([answered, late])
}

/** `/healthz`: the process runs. `/readyz`: it can serve, or 503 with the part that is not ready. */
export function healthRoutes(db: Database): FastifyPluginAsyncZod {
  const status = z.object({ status: z.string() })
  const readiness = z.object({ status: z.string(), database: z.enum(['ready', 'away']) })
  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    app.get(healthPaths.alive, { schema: { response: { 200: status } } }, () => ({ status: 'ok' }))
    app.get(
      healthPaths.ready,
      { schema: { response: { 200: readiness, 503: readiness } } },
      async (_request, reply) => {
        if (await canQuery(db)) return { status: 'ready', database: 'ready' as const }
        return reply.code(503).send({ status: 'not ready', database: 'away' })
      },
    )
  }
}
