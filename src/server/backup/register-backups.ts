import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import type { DatabaseHandle } from '../db/database.ts'
import type { Health } from '../health/health.ts'
import { addBackupRoutes } from './backup-routes.ts'
import { findInBackups, readStatus, timesOfPlan } from './schedule/backup-status.ts'
import { createLook, type FoundInFolder } from './schedule/look.ts'
import { startBackups } from './schedule/make-due-backup.ts'

/** How often the health of the backups is looked at. */
const healthEveryMs = 10_000

type BackupDeps = {
  config: Config
  database: DatabaseHandle
  health: Health
}

/** Makes the scheduled backups, and tells of them. */
export function registerBackups(
  app: FastifyInstance,
  { config, database, health }: BackupDeps,
): void {
  const { backup, dataDir, databaseUrl } = config
  const { db } = database
  const { folder, command } = backup
  const look = createLook(backup)
  // The owner may say something else while the process runs.
  const times = () => timesOfPlan(backup.plan)
  const statusWith = (found: FoundInFolder) =>
    readStatus({ db, times: times(), isSentElsewhere: command !== undefined }, found)
  const making = { db, log: app.log, location: { dataDir, databaseUrl }, backup, look }
  const makeNow = startBackups(app, making, times)
  addBackupRoutes(app, { statusWith, folder, look, makeNow })
  health.add({
    name: 'The backups',
    everyMs: healthEveryMs,
    find: async () => findInBackups(await statusWith(await look())),
  })
  app.addHook('onListen', async () => {
    void look().then(({ problem }) => {
      if (problem !== null) app.log.error({ problem }, 'no backup can be made')
    })
  })
}
