import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { photoErrors } from '#/content/request-page.ts'
import {
  additionTextLimits,
  type PhotoProblem,
  photoLimits,
} from '#/contracts/referrals/requests.ts'
import { clientKey } from '#/server/http/client-address.ts'
import { AppError } from '#/server/http/errors.ts'

/** A file as it was sent: its bytes, or why they could not be taken. */
export type ReceivedFile = { name: string; bytes: Buffer } | { name: string; problem: PhotoProblem }

type OnFile = (file: ReceivedFile) => Promise<void>

/**
 * How many files may be in memory of all forms together. A browser sends one at a time, so with three of a
 * client nobody can take the room of all others.
 */
const usualRoom = { files: 8, client: 3 }

/** What went wrong with the form itself, as the visitor is told. */
function explain(error: unknown): unknown {
  const { statusCode } = error as { statusCode?: number }
  // What the parser cannot read it throws without a status.
  return statusCode === undefined ? new AppError('invalid_request', photoErrors.noForm) : error
}

/**
 * Makes a receiver whose memory is bounded. It hands over the files of a request one after the other; the next
 * one is read when this is done. It returns the fields of the form, of which the last of each name counts.
 */
export function createFileReceiver(room = usualRoom) {
  /** The client of each file that is in memory. */
  const taken: string[] = []

  /** True where there is a place for a file, and its client has not enough. */
  const hasRoom = (client: string) =>
    taken.length < room.files && taken.filter((each) => each === client).length < room.client

  /** Reads one file. What is too much is read on and dropped: the answer comes after the whole form. */
  async function readFile(part: MultipartFile, hasPlace: boolean) {
    const chunks: Buffer[] = []
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      if (hasPlace) chunks.push(chunk)
    }
    // A form sends one without a name where no file was chosen.
    const name = part.filename ?? ''
    if (part.file.truncated) return { name, problem: 'tooLarge' as const }
    if (!hasPlace) return { name, problem: 'busy' as const }
    if (chunks.length > 0) return { name, bytes: Buffer.concat(chunks) }
    return name === '' ? undefined : { name, problem: 'unknown' as const }
  }

  /** Reads one file and has it dealt with. It has its place in memory until then. */
  async function takeFile(part: MultipartFile, address: string, onFile: OnFile) {
    const client = clientKey(address)
    const hasPlace = hasRoom(client)
    if (hasPlace) taken.push(client)
    try {
      const file = await readFile(part, hasPlace).catch((error) => {
        throw explain(error)
      })
      if (file) await onFile(file)
    } finally {
      if (hasPlace) taken.splice(taken.indexOf(client), 1)
    }
  }

  async function* partsOf(request: FastifyRequest) {
    const { count, bytes: fileSize } = photoLimits
    // More than there may be are read, so that the fields after them are too.
    const files = 2 * count
    // All fields are in memory until the end. What is longer than our longest text may be is cut, and
    // is too long for it still.
    const fields = { fields: 8, fieldSize: 3 * additionTextLimits.word + 100 }
    const limits = { ...fields, files, fileSize, parts: files + fields.fields }
    try {
      yield* request.parts({ limits })
    } catch (error) {
      throw explain(error)
    }
  }

  return async (request: FastifyRequest, onFile: OnFile): Promise<Record<string, string>> => {
    const typed = new Map<string, string>()
    for await (const part of partsOf(request)) {
      if (part.type === 'file') await takeFile(part, request.ip, onFile)
      else if (typeof part.value === 'string') typed.set(part.fieldname, part.value)
    }
    return Object.fromEntries(typed)
  }
}
