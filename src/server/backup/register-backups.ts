import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { api } from '#/contracts/endpoints/api.ts'
import type { BackupStatus } from '#/contracts/health/backups.ts'
import type { Config } from '../config/config.ts'
import type { DatabaseHandle } from '../db/database.ts'
import { readSetting } from '../db/settings.ts'
import type { Health } from '../health/health.ts'
import { AppError } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import { findInBackups, readStatus, timesOfPlan } from './schedule/backup-status.ts'
import { backupName, createLook, type FoundInFolder } from './schedule/folder.ts'
import { startBackups } from './schedule/make-due-backup.ts'

/** How often the health of the backups is looked at. */
const healthEveryMs = 10_000

/**
 * Makes the scheduled backups, tells of them, and serves the files of those that this machine has. Admins
 * only.
 */
export function registerBackups(
  app: FastifyInstance,
  { config, database, health }: { config: Config; database: DatabaseHandle; health: Health },
): void {
  const { db } = database
  const { backup, dataDir, databaseUrl } = config
  const { folder, command } = backup
  const look = createLook(backup)
  const making = { db, log: app.log, location: { dataDir, databaseUrl }, backup, look }
  const makeNow = startBackups(app, making)

  async function statusWith(found: FoundInFolder): Promise<BackupStatus> {
    const times = timesOfPlan(await readSetting(db, 'backupPlan'))
    return readStatus(db, { times, isSentElsewhere: command !== undefined }, found)
  }

  const missing = () => new AppError('not_found', 'There’s no such backup on this machine.')

  async function sizeOf(file: string): Promise<number> {
    const bytes = (await look()).files.get(file)
    if (bytes === undefined) throw missing()
    return bytes
  }

  serve(app, api.backups, {}, async () => statusWith(await look()))

  serve(app, api.makeBackup, { status: 202 }, async (request) => {
    const found = await look()
    if (found.problem !== null) throw new AppError('conflict', found.problem)
    const dueAt = await makeNow()
    if (!dueAt) throw new AppError('conflict', 'A backup is already being made.')
    request.audit({ subject: backupName(dueAt) })
    return statusWith(found)
  })

  // A page asks this first: a browser that opens the file itself could not ask for the proof.
  serve(app, api.backupDownload, {}, async (request) => {
    await sizeOf(request.params.file)
  })

  serve(app, api.backup, {}, async (request, reply) => {
    const { file } = request.params
    const size = await sizeOf(file)
    request.audit({ subject: file })
    const opened = await open(join(folder, file)).catch(() => {
      throw missing()
    })
    const content = opened.createReadStream({ highWaterMark: 256 * 1024 })
    reply
      .header('content-disposition', `attachment; filename="${file}"`)
      .header('content-length', size)
      .type('application/octet-stream')
    return reply.send(content as never)
  })

  health.add({
    name: 'the backups',
    everyMs: healthEveryMs,
    find: async () => findInBackups(await statusWith(await look())),
  })
}
