import { sql } from 'drizzle-orm'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { healthPaths } from '#/contracts/routes.ts'
import type { Database } from '../db/database.ts'
import type { Draining } from './draining.ts'

const timeoutMs = 2_000

/** Probing costs writes, so whoever asks more often gets the last answer. */
const probeEveryMs = 1_000

const part = z.enum(['ready', 'slow', 'away'])

type PartState = z.infer<typeof part>

/** What is slow for longer than this has gone. */
const slowForMs = 60_000

/** The state of the parts that cannot be asked at once. */
export type PartsReadiness = {
  /** Database signals of other processes arrive. */
  isListening: boolean
  /** The mail server answered when it was last needed. One that has never answered is not ready. */
  mailServer: { readonly isAnswering: boolean }
}

/** Sorts more than fits into this much memory: a server with a full disk cannot. */
const sortMemory = '64kB'

/**
 * True if the database commits a write, and has room for a row: the write alone is an empty message in
 * its log, which has room of its own for a while when the disk is full.
 */
async function canWrite(db: Database): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('work_mem', ${sortMemory}, true)`)
    await tx.execute(sql`
      select count(*) from (
        select repeat(md5(n::text), 8) text from generate_series(1, 1000) n order by 1 offset 0
      ) sorted`)
    const { rowCount } = (await tx.execute(
      sql`select pg_logical_emit_message(true, 'readyz', '') where current_setting('transaction_read_only') = 'off'`,
    )) as unknown as { rowCount: number }
    return rowCount === 1
  })
}

/**
 * Probes a part, and returns the last state for a while, or for as long as a probe has no end: probes
 * of what hangs would hold ever more of it. A part that takes its time is slow; only an error, or
 * silence for a minute, means that it is away.
 */
function seldom(probe: () => Promise<boolean>): () => Promise<PartState> {
  let last: { at: number; state: Promise<PartState>; isOver: boolean } | undefined

  async function stateOf(result: Promise<PartState>, since: number): Promise<PartState> {
    const { promise: late, resolve } = Promise.withResolvers<PartState>()
    const timer = setTimeout(resolve, timeoutMs, 'slow').unref()
    const state = await Promise.race([result, late])
    clearTimeout(timer)
    return state === 'slow' && performance.now() - since >= slowForMs ? 'away' : state
  }

  function begin(now: number) {
    const result = probe()
      .catch(() => false)
      .then((isWell): PartState => {
        begun.isOver = true
        const tookMs = performance.now() - now
        return isWell ? (tookMs < timeoutMs ? 'ready' : 'slow') : 'away'
      })
    const begun = { at: now, state: result, isOver: false }
    return begun
  }

  return () => {
    const now = performance.now()
    if (!last || (last.isOver && now - last.at >= probeEveryMs)) last = begin(now)
    return stateOf(last.state, last.at)
  }
}

/** The same for the count of the journal's leads, which needs no limit of its own. */
function countSeldom(count: HealthDeps['journal']['count']): HealthDeps['journal']['count'] {
  let last: { at: number; counted: ReturnType<typeof count> } | undefined
  return () => {
    const now = performance.now()
    if (!last || now - last.at >= probeEveryMs) {
      last = { at: now, counted: count().catch(() => ({ waiting: 0, damaged: 0 })) }
    }
    return last.counted
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
 * `/healthz`: the process runs. `/readyz`: it can serve visitors, and what is away or slow. It is
 * `degraded`, with status 200, while requests can be stored, in the database or in the journal, however
 * slowly: a proxy that took the process out would turn visitors away. It is that too while requests wait
 * in the journal. A mail server that is away is named, but does not count.
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
  const state = (isReady: boolean): PartState => (isReady ? 'ready' : 'away')
  const probeDatabase = seldom(() => canWrite(db))
  const probeJournal = seldom(journal.isWritable)
  const countLeads = countSeldom(journal.count)
  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    app.get(healthPaths.alive, { schema: { response: { 200: status } } }, () => ({ status: 'ok' }))
    app.get(
      healthPaths.ready,
      { schema: { response: { 200: readiness, 503: readiness } } },
      async (_request, reply) => {
        const [database, onDisk, leads] = await Promise.all([
          probeDatabase(),
          probeJournal(),
          countLeads(),
        ])
        const areReady = database === 'ready' && onDisk === 'ready' && parts.isListening
        const isWhole = areReady && leads.waiting === 0
        const canStore = database !== 'away' || onDisk !== 'away'
        const isStopping = draining.phase() !== 'serving'
        const status = isWhole ? 'ready' : canStore ? 'degraded' : 'not ready'
        return reply.code(canStore && !isStopping ? 200 : 503).send({
          status: isStopping ? 'stopping' : status,
          database,
          signals: state(parts.isListening),
          journal: onDisk,
          mail: state(parts.mailServer.isAnswering),
          leads,
        })
      },
    )
  }
}
