import type { FastifyInstance } from 'fastify'
import { withoutNumbers } from '#/contracts/health/finding-catalog.ts'
import { findAgedDatabase } from '../db/connect/client.ts'
import type { DatabaseHandle } from '../db/database.ts'
import type { Draining } from '../http/draining.ts'
import { repeat } from '../jobs/loop.ts'
import { addGauge, type Metrics } from '../runtime/metrics.ts'
import { checkSeldom } from './check-seldom.ts'
import { watchDatabase } from './database-health.ts'
import { createHealth, type Found, type Health } from './health.ts'
import { healthRoutes, type PartsReadiness } from './health-routes.ts'
import {
  findInJournal,
  type JournalCount,
  type JournalHealthDeps,
  watchJournal,
} from './journal-health.ts'
import { findInRelease, findInSafety } from './safety-health.ts'

/** How often this process looks by itself, so that a cause is in the log soon. */
const lookEveryMs = 15_000

export type RegisterHealthDeps = {
  config: { databaseUrl: string | undefined; tellsEmbeddedAge: boolean }
  database: DatabaseHandle
  journal: JournalHealthDeps & { count: () => Promise<JournalCount> }
  parts: PartsReadiness
  draining: Draining
  metrics: Metrics
}

/** The finding when mails cannot leave. */
export const describeMailFailure = (problem: string): Found => ({
  key: 'mail-away',
  text: `No mail leaves. ${problem}`,
})

function findInParts({ isListening, mailServer: { problem } }: PartsReadiness): Found[] {
  return [
    ...(isListening
      ? []
      : [
          {
            key: 'signals-away' as const,
            text: 'The signals of the database do not arrive.',
          },
        ]),
    ...(problem === null ? [] : [describeMailFailure(problem)]),
  ]
}

/**
 * Adds the list of findings with its routes, its metric and its lines in the log. It begins with
 * the parts that store requests; features add their own.
 */
export async function registerHealth(
  app: FastifyInstance,
  { config, database, journal, parts, draining, metrics }: RegisterHealthDeps,
): Promise<Health> {
  const health = createHealth(app.log)
  const [watchedDatabase, watchedJournal] = [watchDatabase(database), watchJournal(journal)]
  const count = checkSeldom(journal.count, { everyMs: 1_000, patienceMs: 2_000 })
  const countJournal = async () => (await count()).value ?? { waiting: 0, damaged: 0 }
  const isOfRequests = { isPublic: true, everyMs: 0 }
  for (const [name, find] of [
    ['The database', async () => (await watchedDatabase()).found],
    ['The journal', async () => (await watchedJournal()).found],
    ['The list of the journal', async () => findInJournal(await countJournal())],
    ['The connection to the database', async () => findInParts(parts)],
    ['The safety of the database', async () => findInSafety(database.safety())],
  ] as const) {
    health.add({ name, find, ...isOfRequests })
  }
  if (config.tellsEmbeddedAge) {
    const find = () => findInRelease(findAgedDatabase(config))
    health.add({ name: 'The age of the database', find })
  }
  await app.register(
    healthRoutes({
      ...{ health, countJournal, parts, draining },
      database: watchedDatabase,
      journal: watchedJournal,
    }),
  )
  addGauge(
    metrics,
    {
      name: 'finding',
      help: '1 for each finding: what is wrong, by its key and its words, with N for each number.',
      labelNames: ['key', 'severity', 'text'],
    },
    async () =>
      (await health.look('all')).map(({ key, severity, text }) => ({
        labels: { key, severity, text: withoutNumbers(text) },
        value: 1,
      })),
  )
  addGauge(
    metrics,
    {
      name: 'database_connections',
      help: 'Connections to the database, by what they do.',
      labelNames: ['state'],
    },
    async () =>
      Object.entries(database.readPool()).map(([state, value]) => ({ labels: { state }, value })),
  )
  repeat(app, {
    what: 'look at the state of the product',
    everyMs: lookEveryMs,
    run: () => health.look('public'),
  })
  return health
}
