import { sql } from 'drizzle-orm'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { healthPaths } from '#/contracts/routes.ts'
import type { Database } from '../db/database.ts'
import type { Draining } from './draining.ts'

const timeoutMs = 2_000

/** Probing costs writes, so whoever asks more often gets the last answer. */
const probeEveryMs = 1_000

const part = z.enum(['ready', 'away'])

/** The state of the parts that cannot be asked at once. */
export type PartsReadiness = {
  /** Database signals of other processes arrive. */
  isListening: boolean
  /** The mail server answered when it was last needed. One that has never answered is not ready. */
  mailServer: { readonly isAnswering: boolean }
}

/** False for an answer that does not come in time, or is an error. */
function inTime(answer: Promise<boolean>): Promise<boolean> {
  const timedOut = new Promise<false>((resolve) => setTimeout(resolve, timeoutMs, false).unref())
  return Promise.race([answer.catch(() => false), timedOut])
}

/** True if the database commits a write: an empty message in its log. */
async function canWrite(db: Database): Promise<boolean> {
  const { rowCount } = (await db.execute(
    sql`select pg_logical_emit_message(true, 'readyz', '') where current_setting('transaction_read_only') = 'off'`,
  )) as { rowCount: number }
  return rowCount === 1
}

/**
 * Answers from the last probe for a while, and for as long as it has no end: probes of what hangs
 * would hold ever more of it.
 */
function seldom<Result>(
  probe: () => Promise<Result>,
  answerOf: (result: Promise<Result>) => Promise<Result>,
): () => Promise<Result> {
  let last: { at: number; answer: Promise<Result>; isOver: boolean } | undefined
  return () => {
    const now = performance.now()
    if (last && (!last.isOver || now - last.at < probeEveryMs)) return last.answer
    const result = probe()
    const begun = { at: now, answer: answerOf(result), isOver: false }
    const end = () => {
      begun.isOver = true
    }
    result.then(end, end)
    last = begun
    return begun.answer
  }
}

/** What the health routes ask. */
export type HealthDeps = {
  db: Database
  /** Where requests are stored while the database is away. */
  journal: {
    isWritable: () => Promise<boolean>
    count: () => Promise<{ waiting: number; damaged: number }>
  }
  parts: PartsReadiness
  draining: Draining
}

/**
 * `/healthz`: the process runs. `/readyz`: it can serve visitors, and what is away. It is `degraded`
 * and answers 200 while requests can be stored, in the database or in the journal: a proxy that took
 * the process out would turn visitors away. A mail server that is away is named, but does not count.
 * A process that is `stopping` answers 503 while it still serves, so that proxies leave it in time.
 */
export function healthRoutes({ db, journal, parts, draining }: HealthDeps): FastifyPluginAsyncZod {
  const status = z.object({ status: z.string() })
  const readiness = z.object({
    status: z.enum(['ready', 'degraded', 'not ready', 'stopping']),
    database: part,
    signals: part,
    journal: part,
    mail: part,
    /** Leads in the journal, and those of them that are damaged. */
    leads: z.object({ waiting: z.int(), damaged: z.int() }),
  })
  const state = (isReady: boolean) => (isReady ? 'ready' : 'away')
  const probeDatabase = seldom(() => canWrite(db), inTime)
  const probeJournal = seldom(journal.isWritable, inTime)
  const countLeads = seldom(journal.count, (count) =>
    count.catch(() => ({ waiting: 0, damaged: 0 })),
  )
  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    app.get(healthPaths.alive, { schema: { response: { 200: status } } }, () => ({ status: 'ok' }))
    app.get(
      healthPaths.ready,
      { schema: { response: { 200: readiness, 503: readiness } } },
      async (_request, reply) => {
        const [hasDatabase, hasJournal, leads] = await Promise.all([
          probeDatabase(),
          probeJournal(),
          countLeads(),
        ])
        const isWhole = hasDatabase && hasJournal && parts.isListening
        const canStore = hasDatabase || hasJournal
        const isStopping = draining.phase() !== 'serving'
        const status = isWhole ? 'ready' : canStore ? 'degraded' : 'not ready'
        return reply.code(canStore && !isStopping ? 200 : 503).send({
          status: isStopping ? 'stopping' : status,
          database: state(hasDatabase),
          signals: state(parts.isListening),
          journal: state(hasJournal),
          mail: state(parts.mailServer.isAnswering),
          leads,
        })
      },
    )
  }
}
