import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { findingSchema, publicFindingSchema } from '#/contracts/health/findings.ts'
import { apiPaths, healthPaths } from '#/contracts/routes.ts'
import { dataOf } from '../http/answer-schemas.ts'
import type { Draining } from '../http/draining.ts'
import type { Health } from './health.ts'
import type { JournalCount } from './journal-health.ts'
import type { PartHealth } from './watch-part.ts'

/** What this process last saw of the parts that cannot be asked at once. */
export type PartsReadiness = {
  /** Database signals of other processes arrive. */
  isListening: boolean
  mailServer: {
    /** It answered when it was last needed. False until it has answered once. */
    readonly isAnswering: boolean
    /** Why it does not, as a sentence for the owner; null if it does, or was not asked yet. */
    readonly problem: string | null
  }
}

export type HealthRoutesDeps = {
  health: Pick<Health, 'look'>
  database: () => Promise<PartHealth>
  journal: () => Promise<PartHealth>
  countJournal: () => Promise<JournalCount>
  parts: PartsReadiness
  draining: Draining
}

const part = z.enum(['ready', 'slow', 'away'])

const readinessSchema = z.object({
  status: z.enum(['ready', 'degraded', 'not ready', 'stopping']),
  database: part,
  signals: part,
  journal: part,
  mail: part,
  /** Leads in the journal, and those of them that are damaged. */
  leads: z.object({ waiting: z.int(), damaged: z.int() }),
  /** What is wrong with storing and telling requests, the most urgent first. */
  findings: z.array(publicFindingSchema),
})

const stateOf = (isReady: boolean) => (isReady ? 'ready' : 'away')

/**
 * `/healthz`: the process runs. `/readyz`: it can serve visitors, and what is wrong. It is `degraded`, with
 * status 200, while requests can be stored, in the database or in the journal, however slowly: a proxy
 * that took the process out would turn visitors away. It is that too while requests wait in the journal.
 * A mail server that is away is named, but does not count.
 * A process that is `stopping` returns 503 while it still serves, so that proxies leave it in time.
 * Admins get all findings, with advice.
 */
export function healthRoutes(deps: HealthRoutesDeps): FastifyPluginAsyncZod {
  const { health, database, journal, countJournal, parts, draining } = deps

  async function readReadiness() {
    const [stores, writes, leads, findings] = await Promise.all([
      database(),
      journal(),
      countJournal(),
      health.look('public'),
    ])
    const areReady = stores.state === 'ready' && writes.state === 'ready' && parts.isListening
    const canStore = stores.state !== 'away' || writes.state !== 'away'
    const isWhole = areReady && leads.waiting === 0
    const isStopping = draining.phase() !== 'serving'
    const status = isWhole ? 'ready' : canStore ? 'degraded' : 'not ready'
    return {
      code: canStore && !isStopping ? 200 : 503,
      body: {
        status: isStopping ? 'stopping' : status,
        database: stores.state,
        signals: stateOf(parts.isListening),
        journal: writes.state,
        mail: stateOf(parts.mailServer.isAnswering),
        leads,
        findings,
      },
    } as const
  }

  return async (app) => {
    app.get(
      healthPaths.alive,
      { schema: { response: { 200: z.object({ status: z.string() }) } } },
      async (_request, reply) => {
        reply.header('cache-control', 'no-store')
        return { status: 'ok' }
      },
    )
    app.get(
      healthPaths.ready,
      { schema: { response: { 200: readinessSchema, 503: readinessSchema } } },
      async (_request, reply) => {
        const { code, body } = await readReadiness()
        return reply.code(code).header('cache-control', 'no-store').send(body)
      },
    )
    app.get(
      apiPaths.findings,
      { schema: { response: dataOf(z.array(findingSchema)) } },
      async () => ({ data: await health.look('all') }),
    )
  }
}
