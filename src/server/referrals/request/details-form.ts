import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { photoErrors, tokenProblems } from '#/content/request-page.ts'
import { type AddedKind, additionTextLimits, photoLimits } from '#/contracts/referrals/requests.ts'
import type { Database } from '#/server/db/database.ts'
import { clientKey } from '#/server/http/client-address.ts'
import { AppError } from '#/server/http/errors.ts'
import { createRateLimiter } from '#/server/http/rate-limits.ts'
import { makePhoto, type PhotoProblem } from '../photos/make-photo.ts'
import { type Addition, addDetails, addPhoto } from './add-details.ts'

type FileProblem = PhotoProblem | 'tooLarge' | 'busy'

/** A file as it was sent: its bytes, or why they could not be taken. */
export type ReceivedFile = { name: string; bytes: Buffer } | { name: string; problem: FileProblem }

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

  /** Reads one file. What has no place is read on and dropped: the answer comes after the whole form. */
  async function readFile(part: MultipartFile, place: Place) {
    const chunks: Buffer[] = []
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      if (!taken.has(place)) continue
      place.bytes += chunk.length
      chunks.push(chunk)
      if (bytesTaken() <= room.bytes) continue
      taken.delete(place)
      chunks.length = 0
    }
    // A form sends one without a name where no file was chosen.
    const name = part.filename ?? ''
    if (part.file.truncated) return { name, problem: 'tooLarge' as const }
    if (!taken.has(place)) return { name, problem: 'busy' as const }
    if (chunks.length > 0) return { name, bytes: Buffer.concat(chunks) }
    return name === '' ? undefined : { name, problem: 'unknown' as const }
  }

  /** Reads one file and has it dealt with. It has its place in memory until then. */
  async function takeFile(part: MultipartFile, address: string, onFile: OnFile) {
    const place = { key: clientKey(address), bytes: 0 }
    // Where there is room for it, and its client has not enough.
    if (taken.size < room.files && countOf(place.key) < room.client) taken.add(place)
    try {
      const file = await readFile(part, place).catch((error) => {
        throw explain(error)
      })
      if (file) await onFile(file)
    } finally {
      taken.delete(place)
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

/** Room for what stands between the files, and for the fields. */
const formBytes = 64 * 1024

/** Such forms of one client: to read a photograph takes time. */
const formsOfClient = { name: 'photo-uploads', points: 40, seconds: 3600 }

const largestBody = photoLimits.count * photoLimits.bytes + formBytes

/** The words for a file that became no photograph, with its name. */
function wordsFor(name: string, problem: FileProblem): string {
  return photoErrors.file
    .replace('{file}', () => name.slice(0, 100))
    .replace('{problem}', () => photoErrors[problem])
}

/** What the page says was added: one thing by its own name, several together. */
function addedKindOf(photos: number, added: readonly Addition['add'][]): AddedKind {
  const [first = 'photo'] = added
  return added.length + Math.min(photos, 1) === 1 ? first : 'details'
}

/**
 * Makes the function that takes the form of a request's page with everything in it: photographs, place, time
 * and further words.
 */
export function createTakeDetails(db: Database) {
  const receiveFiles = createFileReceiver()
  const takeTurn = createRateLimiter([formsOfClient], tokenProblems.tooMany.text)

  /** Stores one file. Returns the words for what is wrong with it. */
  async function take(leadId: number, file: ReceivedFile): Promise<string | undefined> {
    const photo = 'problem' in file ? file : await makePhoto(file.bytes)
    return 'problem' in photo ? wordsFor(file.name, photo.problem) : addPhoto(db, leadId, photo)
  }

  /** Stores the files of a form. Returns its fields, and what became of the files. */
  async function takeFiles(request: FastifyRequest, leadId: number) {
    const problems = new Set<string>()
    let [received, photos] = [0, 0]
    let typed: Record<string, string> = {}
    try {
      typed = await receiveFiles(request, async (file) => {
        received += 1
        // Of more than there may be, none is decoded.
        const isTooMany = received > photoLimits.count
        const problem = isTooMany ? photoErrors.full : await take(leadId, file)
        if (problem) problems.add(problem)
        else photos += 1
      })
    } catch (error) {
      if ((error as { code?: string }).code !== 'FST_FILES_LIMIT') throw error
      problems.add(photoErrors.full)
    }
    return { typed, photos, problem: [...problems].join(' ') }
  }

  return async (leadId: number, request: FastifyRequest) => {
    if (Number(request.headers['content-length'] ?? 0) > largestBody) {
      throw new AppError('too_large', photoErrors.tooMuch)
    }
    takeTurn(clientKey(request.ip))
    const { typed, photos, problem } = await takeFiles(request, leadId)
    const { added, problems } = await addDetails(db, leadId, typed)
    if (problem) problems.photos = problem
    const saved = added.length > 0 ? 'texts' : photos > 0 ? 'photos' : undefined
    if (!saved && Object.keys(problems).length === 0) problems.photos = photoErrors.none
    if (Object.keys(problems).length === 0) return { added: addedKindOf(photos, added) }
    // What is stored is not typed again.
    const kept = saved === 'texts' ? {} : typed
    return { refused: { problems, typed: { ...kept, add: 'details' }, saved } }
  }
}
