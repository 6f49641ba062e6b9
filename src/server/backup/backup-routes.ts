import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type BackupStatus, backupStatusSchema } from '#/contracts/health/backups.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { sentText } from '#/contracts/text.ts'
import { dataOf, noBody } from '../http/answer-schemas.ts'
import { AppError } from '../http/errors.ts'
import { entryBeside } from '../runtime/own-process.ts'
import { NoAnswer, within } from '../runtime/within.ts'
import { backupName } from './schedule/folder.ts'
import type { MakeNow } from './schedule/make-due-backup.ts'
import { type FoundInFolder, silentDisk, type WatchedFolder } from './schedule/watch-folder.ts'

const entry = entryBeside(import.meta.url, 'send-file')

/** A disk that has not opened a file after this time does not answer. */
const openMs = 10_000

/**
 * Reads a file in a process of its own, because its disk may hold that process for ever. Resolves
 * with undefined if the file cannot be opened; throws `NoAnswer` if the disk does not answer. The caller
 * destroys the stream or reads it to its end; one that breaks off has an error.
 */
export async function readFile(path: string): Promise<Readable | undefined> {
  const child = fork(entry, [path], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    execArgv: ['--max-semi-space-size=1'],
  })
  if (!child.stdout) return undefined
  // Node throws away what is left in the output of a process that has ended, unless it is being read.
  const content = new PassThrough()
  pipeline(child.stdout, content).catch(() => {})
  const closed = once(child, 'exit')
  const isOpen = Promise.race([once(child, 'message').then(() => true), closed.then(() => false)])
  try {
    if (!(await within(openMs, isOpen))) return undefined
  } catch (error) {
    child.kill('SIGKILL')
    child.unref()
    if (error instanceof NoAnswer) child.disconnect()
    throw error
  }
  content.once('close', () => child.kill('SIGKILL'))
  return content
}

/** The scheduled backups, and the files of those that this machine has. Admins only. */
export function backupRoutes({
  folder,
  makeNow,
  statusWith,
}: {
  folder: WatchedFolder
  makeNow: MakeNow
  /** The state of the backups, with what was found in their folder. */
  statusWith: (found: FoundInFolder) => Promise<BackupStatus>
}): FastifyPluginAsyncZod {
  const params = z.object({ file: sentText().max(100) })

  const missing = () => new AppError('not_found', 'There is no such backup on this machine.')

  async function find(file: string): Promise<number> {
    const { problem, files } = await folder.look()
    const bytes = Object.hasOwn(files, file) ? files[file] : undefined
    if (bytes === undefined) throw missing()
    if (problem !== null) throw new AppError('unavailable', problem)
    return bytes
  }

  async function open(file: string) {
    try {
      return await readFile(join(folder.folder, file))
    } catch (error) {
      if (error instanceof NoAnswer) throw new AppError('unavailable', silentDisk(folder.folder))
      throw error
    }
  }

  return async (app) => {
    app.get(apiPaths.backups, { schema: { response: dataOf(backupStatusSchema) } }, async () => ({
      data: await statusWith(await folder.look()),
    }))

    app.post(
      apiPaths.backups,
      {
        schema: { response: { 202: z.object({ data: backupStatusSchema }) } },
      },
      async (request, reply) => {
        const found = await folder.look()
        if (found.problem !== null) throw new AppError('conflict', found.problem)
        const dueAt = await makeNow()
        if (!dueAt) throw new AppError('conflict', 'A backup is being made already.')
        request.audit({ subject: backupName(dueAt) })
        return reply.code(202).send({ data: await statusWith(found) })
      },
    )

    // A page asks this first: a browser that opens the file itself could not ask for the proof.
    app.post(
      apiPaths.backupDownload,
      { schema: { params, response: noBody } },
      async (request, reply) => {
        await find(request.params.file)
        return reply.code(204).send(null)
      },
    )

    app.get(
      apiPaths.backup,
      {
        schema: { params, response: { 200: z.string().describe('The file.') } },
      },
      async (request, reply) => {
        const { file } = request.params
        const size = await find(file)
        request.audit({ subject: file })
        const content = await open(file)
        if (!content) throw missing()
        reply
          .header('content-disposition', `attachment; filename="${file}"`)
          .header('content-length', size)
          .type('application/octet-stream')
        return reply.send(content as never)
      },
    )
  }
}
