import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#/server/config/config.ts'
import { addGaugesOf, type Metrics, toSeconds } from '#/server/health/metrics.ts'
import type { Database } from '../../db/database.ts'
import { locks } from '../../db/locks.ts'
import type { Health } from '../../health/health.ts'
import { repeat } from '../../jobs/loop.ts'
import { entryBeside, runInOwnProcess } from '../../runtime/own-process.ts'
import { findArchiveProblem, readState } from './archive-state.ts'
import type { ArchiveOrder } from './follow.ts'

const entry = entryBeside(import.meta.url, 'archive-job')

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

function addGauges(metrics: Metrics, dataDir: string): void {
  addGaugesOf(metrics, () => readState(dataDir), {
    archive_until_seconds: {
      help: 'Until when all that was committed is archived, as a Unix time.',
      value: (state) => toSeconds(state?.archivedUntil),
    },
    archive_bytes: { help: 'The size of the archive.', value: (state) => state?.bytes },
  })
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

/** Has the embedded database archived, if ARCHIVE_DIR is set, by one process of all that share it. */
export function registerArchive(
  app: FastifyInstance,
  {
    config,
    database,
    metrics,
    health,
  }: { config: Config; database: { db: Database }; metrics: Metrics; health: Health },
): void {
  const { archiveDir, dataDir } = config
  if (archiveDir === undefined) return
  addGauges(metrics, dataDir)
  const since = Date.now()
  health.add({
    name: 'The archive',
    async find() {
      const text = findArchiveProblem(await readState(dataDir), archiveDir, { since })
      return text === null ? [] : [{ key: 'archive-failing', text }]
    },
  })
  repeatArchive(app, database.db, config, archiveDir)
}
