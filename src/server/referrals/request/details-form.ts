import type { FastifyRequest } from 'fastify'
import { photoErrors, tokenProblems } from '#/content/request-page.ts'
import { type AddedKind, type PhotoProblem, photoLimits } from '#/contracts/referrals/requests.ts'
import type { Database } from '#/server/db/database.ts'
import { clientKey } from '#/server/http/client-address.ts'
import { AppError } from '#/server/http/errors.ts'
import { createRateLimiter } from '#/server/http/rate-limits.ts'
import { makePhoto } from '../photos/make-photo.ts'
import { createFileReceiver, type ReceivedFile } from '../photos/receive-files.ts'
import { type Addition, addDetails, addPhoto } from './add-details.ts'

/** Room for what stands between the files, and for the fields. */
const formBytes = 64 * 1024

/** Such forms of one client: to read a photograph takes time. */
const formsOfClient = { name: 'photo-uploads', points: 40, seconds: 3600 }

const largestBody = photoLimits.count * photoLimits.bytes + formBytes

/** The words for a file that became no photograph, with its name. */
function wordsFor(name: string, problem: PhotoProblem): string {
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
