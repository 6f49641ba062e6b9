import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { photoErrors } from '#/content/request-page.ts'
import { photoLimits } from '#/contracts/requests.ts'
import { clientKey } from '../../../http/client-address.ts'
import { AppError } from '../../../http/errors.ts'
import { NoPhoto } from './make-photo.ts'

/** How many bytes of files may be in the memory of the process at once, and of one client. */
export type FileBudget = { process: number; client: number }

/** Five files of the largest size at once, two from one client. Slow ones take little at a time. */
export const usualFileBudget: FileBudget = {
  process: 5 * photoLimits.bytes,
  client: 2 * photoLimits.bytes,
}

/** A file as it was sent: its bytes, or why they could not be taken. */
export type ReceivedFile = { name: string; bytes: Buffer } | { name: string; problem: NoPhoto }

/** Counts the bytes that are in memory. */
function createBudget(most: FileBudget) {
  let all = 0
  const ofClient = new Map<string, number>()
  return {
    /** False if they would be too many. */
    take(client: string, bytes: number): boolean {
      const own = (ofClient.get(client) ?? 0) + bytes
      if (all + bytes > most.process || own > most.client) return false
      all += bytes
      ofClient.set(client, own)
      return true
    },
    give(client: string, bytes: number): void {
      all -= bytes
      const own = (ofClient.get(client) ?? 0) - bytes
      if (own > 0) ofClient.set(client, own)
      else ofClient.delete(client)
    },
  }
}

/** Hands over the files of a request one after the other; the next one is read when this is done. */
export type ReceiveFiles = (
  request: FastifyRequest,
  onFile: (file: ReceivedFile) => Promise<void>,
) => Promise<void>

/** More files in one form than there may be. */
export class TooManyFiles extends Error {}

/** What went wrong with the form itself, as the visitor is told. */
function explain(error: unknown): unknown {
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (code === 'FST_FILES_LIMIT') return new TooManyFiles()
  // What the parser cannot read it throws without a status.
  return statusCode === undefined ? new AppError('invalid_request', photoErrors.noForm) : error
}

/** Makes a receiver whose memory is bounded. */
export function createFileReceiver(most: FileBudget = usualFileBudget): ReceiveFiles {
  const budget = createBudget(most)

  /** Reads one file. What is too much is read on and dropped: the answer comes after the whole form. */
  async function readFile(client: string, part: MultipartFile) {
    const chunks: Buffer[] = []
    let taken = 0
    let problem: NoPhoto | undefined
    const give = () => budget.give(client, taken)
    try {
      for await (const chunk of part.file as AsyncIterable<Buffer>) {
        if (problem) continue
        if (!budget.take(client, chunk.length)) {
          problem = new NoPhoto('busy')
          continue
        }
        taken += chunk.length
        chunks.push(chunk)
      }
    } catch (error) {
      give()
      throw error
    }
    if (part.file.truncated) problem = new NoPhoto('tooLarge')
    if (taken === 0) problem ??= new NoPhoto('unknown')
    return { problem, bytes: Buffer.concat(chunks), give }
  }

  async function* filesOf(request: FastifyRequest) {
    const client = clientKey(request.ip)
    const parts = request.parts({
      limits: { files: photoLimits.count, fields: 4, parts: 16, fileSize: photoLimits.bytes },
    })
    try {
      for await (const part of parts) {
        if (part.type !== 'file') continue
        const { problem, bytes, give } = await readFile(client, part)
        // A form sends one without a name where no file was chosen.
        const name = part.filename ?? ''
        if (name === '' && bytes.length === 0) continue
        yield { file: problem ? { name, problem } : { name, bytes }, give }
      }
    } catch (error) {
      throw explain(error)
    }
  }

  return async (request, onFile) => {
    for await (const { file, give } of filesOf(request)) {
      try {
        await onFile(file)
      } finally {
        give()
      }
    }
  }
}
