import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { api } from '#/contracts/endpoints/api.ts'
import type { BackupStatus } from '#/contracts/health/backups.ts'
import { AppError } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import { backupName } from './schedule/folder.ts'
import type { FoundInFolder } from './schedule/look.ts'
import type { MakeNow } from './schedule/make-due-backup.ts'

/** The scheduled backups, and the files of those that this machine has. Admins only. */
export function addBackupRoutes(
  app: FastifyInstance,
  {
    folder,
    look,
    makeNow,
    statusWith,
  }: {
    folder: string
    look: () => Promise<FoundInFolder>
    makeNow: MakeNow
    /** The state of the backups, with what was found in their folder. */
    statusWith: (found: FoundInFolder) => Promise<BackupStatus>
  },
): void {
  const missing = () => new AppError('not_found', 'There is no such backup on this machine.')

  async function find(file: string): Promise<number> {
    const { problem, files } = await look()
    const bytes = Object.hasOwn(files, file) ? files[file] : undefined
    if (bytes === undefined) throw missing()
    if (problem !== null) throw new AppError('unavailable', problem)
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
    await find(request.params.file)
  })

  serve(app, api.backup, {}, async (request, reply) => {
    const { file } = request.params
    const size = await find(file)
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
}
