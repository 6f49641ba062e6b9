import { sql } from 'drizzle-orm'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { healthPaths } from '#/contracts/routes.ts'
import type { Database } from '../db/database.ts'
import { shareReads } from '../runtime/share-reads.ts'

const timeoutMs = 2_000

const part = z.enum(['ready', 'away'])

/** The state of the parts that cannot be asked at once. */
export type PartsReadiness = {
  /** Database signals of other processes arrive. */
  isListening: boolean
  /** The mail server answered when it was last needed. One that has never answered is not ready. */
  mailServer: { readonly isAnswering: boolean }
}

async function canQuery(db: Database): Promise<boolean> {
  const timedOut = new Promise<false>((resolve) => setTimeout(resolve, timeoutMs, false).unref())
  const answered = db.execute(sql`select 1`).then(
    () => true,
    () => false,
  )
  return Promise.race([answered, timedOut])
}

/**
 * `/healthz`: the process runs. `/readyz`: it can serve, or 503 with the part that is not ready. A
 * mail server that is away is named, but does not count: requests are taken without it.
 */
export function healthRoutes(db: Database, parts: PartsReadiness): FastifyPluginAsyncZod {
  const status = z.object({ status: z.string() })
  const readiness = z.object({
    status: z.string(),
    database: part,
    signals: part,
    mail: part,
  })
  const askDatabase = shareReads(() => canQuery(db))
  const state = (isReady: boolean) => (isReady ? 'ready' : 'away')
  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    app.get(healthPaths.alive, { schema: { response: { 200: status } } }, () => ({ status: 'ok' }))
    app.get(
      healthPaths.ready,
      { schema: { response: { 200: readiness, 503: readiness } } },
      async (_request, reply) => {
        const isDatabaseReady = await askDatabase(undefined)
        const isReady = isDatabaseReady && parts.isListening
        return reply.code(isReady ? 200 : 503).send({
          status: isReady ? 'ready' : 'not ready',
          database: state(isDatabaseReady),
          signals: state(parts.isListening),
          mail: state(parts.mailServer.isAnswering),
        })
      },
    )
  }
}
