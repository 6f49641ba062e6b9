import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import type { DatabaseHandle } from '../db/database.ts'
import type { Health } from '../health/health.ts'
import { repeat } from '../jobs/loop.ts'
import { addGauge, type Metrics } from '../runtime/metrics.ts'
import { shareReads } from '../runtime/share-reads.ts'
import { timesOf } from '../time/schedule.ts'
import { backupRoutes } from './backup-routes.ts'
import { createMakeNow } from './make-now.ts'
import { findInBackups } from './schedule/backup-findings.ts'
import { readStatus, type StatusDeps } from './schedule/backup-status.ts'
import { makeDueBackup } from './schedule/make-due-backup.ts'
import { watchFolder } from './schedule/watch-folder.ts'

/** How soon a due backup is begun. */
const lookEveryMs = 30_000

/** Each look costs a process. */
const folderEveryMs = 5 * 60_000

export type BackupDeps = {
  config: Config
  database: DatabaseHandle
  metrics: Metrics
  health: Health
}

function addGauges(metrics: Metrics, deps: StatusDeps): void {
  const seconds = (at: string | null | undefined) => (at ? [{ value: Date.parse(at) / 1000 }] : [])
  // All gauges share one read.
  const readShared = shareReads((_of: 'gauges') => readStatus(deps))
  const read = () => readShared('gauges')
  const lastDone = async () => (await read()).backups.find(({ state }) => state === 'done')
  const gauges: [string, string, () => Promise<{ value: number }[]>][] = [
    [
      'backup_last_time_seconds',
      'When the last backup was finished that came through its trial restore, as a Unix time.',
      async () => seconds((await lastDone())?.triedAt),
    ],
    [
      'backup_last_bytes',
      'The size of that backup.',
      async () => {
        const bytes = (await lastDone())?.bytes
        return bytes == null ? [] : [{ value: bytes }]
      },
    ],
  ]
  for (const [name, help, readValue] of gauges) addGauge(metrics, { name, help }, readValue)
}

/** Makes the scheduled backups, and tells of them. */
export async function registerBackups(
  app: FastifyInstance,
  { config, database, metrics, health }: BackupDeps,
): Promise<void> {
  const { backup, dataDir, databaseUrl } = config
  const { db } = database
  const folder = watchFolder(backup)
  const times = backup.schedule === undefined ? undefined : timesOf(backup.schedule)
  const isEncrypted = backup.publicKeys.length > 0
  const status: StatusDeps = { db, folder, times, isEncrypted }
  const making = { db, log: app.log, location: { dataDir, databaseUrl }, backup, folder }
  await app.register(
    backupRoutes({
      ...{ ...status, folder },
      makeNow: createMakeNow(app, { ...making, isScheduled: false }),
    }),
  )
  // Prometheus reads them every few seconds, and must not wait for a process that looks.
  const known = { ...status, folder: { look: async () => folder.known() } }
  addGauges(metrics, known)
  health.add({ name: 'The backups', find: async () => findInBackups(await readStatus(known)) })
  app.addHook('onListen', async () => {
    void folder.lookAnew().then(({ problem }) => {
      if (problem !== null) app.log.error({ problem }, 'no backup can be made')
    })
  })
  app.addHook('onClose', async () => folder.close())
  if (backup.isFolderNamed) {
    repeat(app, {
      what: 'look at the folder of the backups',
      everyMs: folderEveryMs,
      run: () => folder.lookAnew(),
    })
  }
  if (!times) return
  const due = { ...making, times, isScheduled: true }
  repeat(app, {
    what: 'make a backup',
    everyMs: lookEveryMs,
    run: (stop) => makeDueBackup(due, stop),
  })
}
