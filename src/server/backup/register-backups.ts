import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import type { DatabaseHandle } from '../db/database.ts'
import type { Health } from '../health/health.ts'
import { repeat } from '../jobs/loop.ts'
import { timesOf } from '../time/schedule.ts'
import { backupRoutes } from './backup-routes.ts'
import { findInBackups, readStatus } from './schedule/backup-status.ts'
import { startBackups } from './schedule/make-due-backup.ts'
import { type FoundInFolder, watchFolder } from './schedule/watch-folder.ts'

/** Each look costs a process. */
const folderEveryMs = 5 * 60_000

export type BackupDeps = {
  config: Config
  database: DatabaseHandle
  health: Health
}

/** Makes the scheduled backups, and tells of them. */
export async function registerBackups(
  app: FastifyInstance,
  { config, database, health }: BackupDeps,
): Promise<void> {
  const { backup, dataDir, databaseUrl } = config
  const { db } = database
  const folder = watchFolder(backup)
  // The owner may say another hour while the process runs.
  const times = () => (backup.schedule === undefined ? undefined : timesOf(backup.schedule))
  const isEncrypted = backup.publicKeys.length > 0
  const statusWith = (found: FoundInFolder) =>
    readStatus({ db, times: times(), isEncrypted }, found)
  const making = { db, log: app.log, location: { dataDir, databaseUrl }, backup, folder }
  const makeNow = startBackups(app, making, times)
  await app.register(backupRoutes({ statusWith, folder, makeNow }))
  // They are read every few seconds, and must not wait for a process that looks.
  const read = () => statusWith(folder.known())
  health.add({ name: 'The backups', find: async () => findInBackups(await read()) })
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
}
