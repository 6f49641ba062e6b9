import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { PublicFinding } from '#/contracts/health/needs.ts'
import { healthPaths } from '#/contracts/routes.ts'
import { findAgedRelease } from '../db/connect/client.ts'
import type { DatabaseHandle } from '../db/database.ts'
import type { Draining } from '../http/draining.ts'
import { AppError } from '../http/errors.ts'
import { hashesAreEqual } from '../http/link-tokens.ts'
import { repeat } from '../jobs/loop.ts'
import { checkSeldom, createHealth, type Health } from './health.ts'
import {
  findInJournal,
  findInRelease,
  findInRoom,
  findInSafety,
  type JournalCount,
  type Room,
  watchDatabase,
  watchJournal,
} from './parts.ts'
import { isProbeToken } from './send-probe.ts'

/** Adds the findings, as they are when a client asks for the metrics. */
function addFindings(registry: Registry, health: Health): void {
  new Gauge({
    name: 'breezeway_finding',
    help: '1 for each finding, labeled with its key, severity and text. Numbers in the text are shown as N.',
    labelNames: ['key', 'severity', 'text'],
    registers: [registry],
    async collect() {
      this.reset()
      // So that it is one label while only a number changes.
      for (const { key, severity, text } of await health.look('all'))
        this.set({ key, severity, text: text.replaceAll(/\d+(?:[.,]\d+)*/g, 'N') }, 1)
    },
  })
}

/**
 * Counts responses, and serves `/metrics` to a client that has the token: without one, to nobody, and the
 * process is not measured. Everything there is a number, without data of visitors. Returns the registry: tests
 * build many servers in one process.
 */
export function registerMetrics(app: FastifyInstance, token: string | undefined): Registry {
  const registry = new Registry()
  const requests = new Counter({
    name: 'breezeway_requests_total',
    help: 'Requests answered, by status class.',
    labelNames: ['class'],
    registers: [registry],
  })
  app.addHook('onResponse', (_request, reply, done) => {
    requests.inc({ class: `${Math.floor(reply.statusCode / 100)}xx` })
    done()
  })
  // By default an idle process would wake 100 times a second to measure its delay.
  if (token !== undefined)
    collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 1_000 })
  app.get(healthPaths.metrics, { schema: { hide: true } }, async (request, reply) => {
    const { authorization = '' } = request.headers
    if (token === undefined || !hashesAreEqual(authorization, `Bearer ${token}`))
      throw new AppError('not_found', 'There’s nothing at this address.')
    reply.header('cache-control', 'no-store').type(registry.contentType)
    return registry.metrics()
  })
  return registry
}

/** How often this process looks by itself, so that the log has a cause while nobody asks for it. */
const lookEveryMs = 60_000

type RegisterHealthDeps = {
  config: { databaseUrl: string | undefined; tellsEmbeddedAge: boolean }
  database: DatabaseHandle
  journal: {
    /** Rejects if it cannot be written. */
    proveWritable: () => Promise<void>
    count: () => Promise<JournalCount>
  }
  /** The room on the disk that the product writes to. */
  measureRoom: () => Promise<Room>
  draining: Draining
  /** Of what `/metrics` shows. */
  registry: Registry
}

const signalsAway = {
  key: 'signals-away',
  text: 'The database isn’t sending live updates.',
} as const

/**
 * `/healthz`: the process runs. `/readyz`: it can serve visitors, and what is wrong. It is `degraded`, with
 * status 200, while requests can be stored, in the database or in the journal, however slowly: a proxy
 * that took the process out would turn visitors away. It is that too while requests wait in the journal,
 * and while the disk takes no more than the journal's reserve.
 * A process that is `stopping` returns 503 while it still serves, so that proxies leave it in time.
 * The doctor gets all findings, by its token.
 */
function addHealthRoutes(
  app: FastifyInstance,
  readReadiness: (which: 'all' | 'public') => Promise<{ code: 200 | 503; body: object }>,
  isOwn: (token: string) => Promise<boolean>,
): void {
  app.get(healthPaths.alive, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return { status: 'ok' }
  })
  app.get(healthPaths.ready, async (request, reply) => {
    const { probe } = request.query as { probe?: unknown }
    // Without the database nobody is known, and all read what anybody may.
    const isKnown = probe !== undefined && (await isOwn(String(probe)).catch(() => false))
    const { code, body } = await readReadiness(isKnown ? 'all' : 'public')
    return reply.code(code).header('cache-control', 'no-store').send(body)
  })
}

/**
 * Adds the list of findings with its routes, its metric and its lines in the log. It begins with
 * the parts that store requests; features add their own.
 */
export async function registerHealth(
  app: FastifyInstance,
  { config, database, journal, measureRoom, draining, registry }: RegisterHealthDeps,
): Promise<Health> {
  const health = createHealth(app.log)
  const lookAtDatabase = watchDatabase(database)
  const lookAtJournal = watchJournal(journal.proveWritable)
  const count = checkSeldom(journal.count, { everyMs: 1_000, patienceMs: 2_000 })
  const countJournal = async () => (await count()).value ?? { waiting: 0, damaged: 0 }
  let isListening = true
  await database.listen('leads_changed', {
    onMessage: () => {},
    onLost() {
      isListening = false
    },
    onRestored() {
      isListening = true
    },
  })
  for (const [name, find] of [
    ['the database', async () => (await lookAtDatabase()).found],
    ['the server’s disk', async () => (await lookAtJournal()).found],
    ['the waiting requests', async () => findInJournal(await countJournal())],
    ['the database connection', () => (isListening ? [] : [signalsAway])],
  ] as const) {
    health.add({ name, find, isPublic: true, everyMs: 0 })
  }
  const find = async () => findInRoom(await measureRoom())
  health.add({ name: 'the disk space', isPublic: true, find })
  health.add({
    name: 'the database’s settings',
    isPublic: true,
    everyMs: 60_000,
    find: async () => findInSafety(await database.safety()),
  })
  if (config.tellsEmbeddedAge && !config.databaseUrl) {
    const find = () => findInRelease(findAgedRelease(new Date()))
    health.add({ name: 'the database’s version', find })
  }

  async function readReadiness(which: 'all' | 'public') {
    const [stores, writes, leads, findings] = await Promise.all([
      lookAtDatabase(),
      lookAtJournal(),
      countJournal(),
      health.look(which),
    ])
    const hasRoom = !findings.some(({ key }) => key === 'disk-full')
    const areReady = stores.state === 'ready' && writes.state === 'ready' && hasRoom && isListening
    const canStore = stores.state !== 'away' || writes.state !== 'away'
    const isStopping = draining.isDraining()
    const status = areReady && leads.waiting === 0 ? 'ready' : canStore ? 'degraded' : 'not ready'
    return {
      code: canStore && !isStopping ? (200 as const) : (503 as const),
      body: {
        status: isStopping ? 'stopping' : status,
        database: stores.state,
        journal: writes.state,
        // In the journal, and those of them that are damaged.
        leads,
        findings: findings.map(({ key, text, since }): PublicFinding => ({ key, text, since })),
      },
    }
  }

  const isOwn = (token: string) => isProbeToken(database.db, token)
  addHealthRoutes(app, readReadiness, isOwn)
  addFindings(registry, health)
  repeat(app, {
    what: 'look at the state of the product',
    everyMs: lookEveryMs,
    run: () => health.look('all'),
  })
  return health
}
