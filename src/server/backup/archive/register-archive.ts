import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#/server/config/config.ts'
import type { Database } from '../../db/database.ts'
import { locks } from '../../db/locks.ts'
import { repeat } from '../../jobs/loop.ts'
import { addGauge, type Metrics } from '../../runtime/metrics.ts'
import { runInOwnProcess } from '../../runtime/own-process.ts'
import { findArchiveProblem, readState } from './archive-state.ts'
import type { ArchiveOrder } from './follow.ts'

const entry = fileURLToPath(new URL('archive-job.ts', import.meta.url))

/** How soon another process archives when the one that did has ended. */
const lookEveryMs = 5_000

/**
 * It reads and writes in parts of some megabytes, and must leave the machine's memory to the site.
 */
const execArgv = ['--max-semi-space-size=2', '--max-old-space-size=96']

/** Without a schedule of backups. */
const daily = '17 3 * * *'

async function isArchived(db: Database): Promise<boolean> {
  const held = sql`select 1 from pg_locks where locktype = 'advisory' and objid = ${locks.archive}`
  return (await db.$count(sql`(${held}) held`)) > 0
}

function addGauges(metrics: Metrics, { archiveDir, dataDir }: Config): void {
  const read = async () => (archiveDir === undefined ? undefined : readState(dataDir))
  const gauges: [string, string, () => Promise<number | undefined>][] = [
    [
      'archive_until_seconds',
      'Until when all that was committed is archived, as a Unix time.',
      async () => {
        const until = (await read())?.archivedUntil
        return until ? Date.parse(until) / 1000 : undefined
      },
    ],
    ['archive_bytes', 'The size of the archive.', async () => (await read())?.bytes],
  ]
  for (const [name, help, readValue] of gauges) {
    addGauge(metrics, { name, help }, async () => {
      const value = await readValue()
      return value === undefined ? [] : [{ value }]
    })
  }
}

function repeatArchive(app: FastifyInstance, db: Database, config: Config, folder: string): void {
  const { publicKeys, schedule = daily } = config.backup
  const order: ArchiveOrder = { folder, dataDir: config.dataDir, publicKeys, schedule }
  repeat(app, {
    what: 'archive the database',
    everyMs: lookEveryMs,
    async run(stop) {
      if (await isArchived(db)) return
      await runInOwnProcess(entry, order, { stop, timeout: 0, execArgv })
    },
  })
}

/**
 * Has one process of all that share the embedded database archive it, if ARCHIVE_DIR is set.
 * Returns a function that returns why it is not archived, as a sentence for the owner; null if it
 * is.
 */
export function registerArchive(
  app: FastifyInstance,
  { config, database, metrics }: { config: Config; database: { db: Database }; metrics: Metrics },
): () => Promise<string | null> {
  const { archiveDir, dataDir } = config
  const since = Date.now()
  const findProblem = async () =>
    archiveDir === undefined
      ? null
      : findArchiveProblem(await readState(dataDir), archiveDir, { since })
  addGauges(metrics, config)
  if (archiveDir !== undefined) repeatArchive(app, database.db, config, archiveDir)
  return findProblem
}
