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
 * What may be in memory of all forms together: eight files of the largest size, or 40 small ones. A
 * browser sends one at a time, so with three of a client nobody can take the room of all others.
 */
const usualRoom = { bytes: 8 * photoLimits.bytes, files: 40, client: 3 }

/** The place of a file in memory, and the key by which its client is counted. */
type Place = { key: string; bytes: number }

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
  const taken = new Set<Place>()
  const countOf = (key: string) => [...taken].filter((place) => place.key === key).length
  const bytesTaken = () => [...taken].reduce((sum, { bytes }) => sum + bytes, 0)

  /** Takes a place for a file; returns undefined where there is none, or its client has enough. */
  function takePlace(address: string): Place | undefined {
    const key = clientKey(address)
    if (countOf(key) >= room.client || taken.size >= room.files) return undefined
    const place = { key, bytes: 0 }
    taken.add(place)
    return place
  }

  /** Reads one file. What is too much is read on and dropped: the answer comes after the whole form. */
  async function readFile(part: MultipartFile, place: Place | undefined) {
    const chunks: Buffer[] = []
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      if (!place || !taken.has(place)) continue
      place.bytes += chunk.length
      chunks.push(chunk)
      if (bytesTaken() <= room.bytes) continue
      taken.delete(place)
      chunks.length = 0
    }
    // A form sends one without a name where no file was chosen.
    const name = part.filename ?? ''
    if (part.file.truncated) return { name, problem: 'tooLarge' as const }
    if (!place || !taken.has(place)) return { name, problem: 'busy' as const }
    if (chunks.length > 0) return { name, bytes: Buffer.concat(chunks) }
    return name === '' ? undefined : { name, problem: 'unknown' as const }
  }

  /** Reads one file and has it dealt with. It has its place in memory until then. */
  async function takeFile(part: MultipartFile, address: string, onFile: OnFile) {
    const place = takePlace(address)
    try {
      const file = await readFile(part, place).catch((error) => {
        throw explain(error)
      })
      if (file) await onFile(file)
    } finally {
      if (place) taken.delete(place)
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
