import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { additionErrors, photoErrors, tokenProblems } from '#/content/request-page.ts'
import { type PhotoProblem, photoLimits } from '#/contracts/referrals/requests.ts'
import { tokenPaths } from '#/contracts/routes.ts'
import { networksOf } from '#/server/http/client-address.ts'
import { AppError } from '#/server/http/errors.ts'
import { createRateLimiter } from '#/server/http/rate-limits.ts'
import { tokenPageConfig } from '../lead/token-pages.ts'
import { backToRequest, missingRequest, type RequestFormDeps } from './request-forms.ts'
import { makePhoto, NoPhoto } from '../photos/make-photo.ts'
import { addPhoto, readPhoto, removePhoto } from './photo-store.ts'
import { createFileReceiver, type ReceivedFile, TooManyFiles } from '../photos/receive-files.ts'

/** Room for what stands between the files. */
const formBytes = 64 * 1024

/**
 * Forms with photographs in an hour, of one client and of the networks around it, the narrowest
 * first: to read a photograph takes time.
 */
const uploadsOfNetworks = [40, 80, 160]

const largestBody = photoLimits.count * photoLimits.bytes + formBytes

/** The words for a file that became no photograph, with its name. */
function wordsFor(name: string, problem: PhotoProblem): string {
  return photoErrors.file
    .replace('{file}', () => name.slice(0, 100))
    .replace('{problem}', () => photoErrors[problem])
}

/** The number of a photograph in an address; 0 for what is none. */
export const photoIdOf = ({ params }: FastifyRequest) => {
  const { photoId } = params as { photoId: string }
  return /^\d{1,15}$/.test(photoId) ? Number(photoId) : 0
}

/** Sends a photograph, which only whoever asks for it may see. */
export async function sendPhoto(reply: FastifyReply, bytes: Buffer) {
  return reply.header('cache-control', 'no-store').type('image/jpeg').send(bytes)
}

/** True where the small picture is asked for. */
export const isSmall = ({ query }: FastifyRequest) => (query as { size?: unknown }).size === 'small'

/** The photographs of a request: taking, showing and removing them. */
export async function photoRoutes(
  scope: FastifyInstance,
  { db, recordByVisitor, open, refuse }: RequestFormDeps<readonly string[]>,
): Promise<void> {
  await scope.register(multipart, { throwFileSizeLimit: false })
  const receiveFiles = createFileReceiver()
  const uploads = uploadsOfNetworks.map((points, width) =>
    createRateLimiter(
      db,
      [{ name: `photo-uploads-${width}`, points, seconds: 3600 }],
      tokenProblems.tooMany.text,
    ),
  )

  /** Stores one file; answers the words for what is wrong with it. */
  async function take(
    { raw: { socket } }: FastifyRequest,
    leadId: number,
    file: ReceivedFile,
  ): Promise<string | undefined> {
    try {
      if ('problem' in file) throw file.problem
      const photo = await file.slot.whenTurn(() => {
        // Its client may have left while it waited.
        if (socket.destroyed) throw new NoPhoto('busy')
        return makePhoto(file.bytes)
      })
      const result = await addPhoto(db, leadId, photo, recordByVisitor)
      if (result === 'gone') throw missingRequest()
      if (result === 'closed') return additionErrors.closed
      if (result === 'used up') return additionErrors.full
      return result === 'full' ? photoErrors.full : undefined
    } catch (error) {
      if (!(error instanceof NoPhoto)) throw error
      return wordsFor(file.name, error.problem)
    }
  }

  scope.post(tokenPaths.requestPhotos, { config: tokenPageConfig }, async (request, reply) => {
    if (Number(request.headers['content-length'] ?? 0) > largestBody) {
      throw new AppError('too_large', photoErrors.tooMuch)
    }
    const lead = await open(request)
    for (const [width, network] of networksOf(request.ip).entries()) {
      uploads[width]?.consume(network)
    }
    const problems = new Set<string>()
    let added = 0
    try {
      await receiveFiles(request, async (file) => {
        const problem = await take(request, lead.id, file)
        if (problem) problems.add(problem)
        else added += 1
      })
    } catch (error) {
      if (!(error instanceof TooManyFiles)) throw error
      problems.add(photoErrors.full)
    }
    if (added === 0 && problems.size === 0) problems.add(photoErrors.none)
    if (problems.size > 0) return refuse(request, reply, lead, [...problems])
    return backToRequest(request, reply, 'photo')
  })

  scope.get(tokenPaths.requestPhoto, { config: tokenPageConfig }, async (request, reply) => {
    const lead = await open(request)
    const bytes = await readPhoto(db, lead.id, photoIdOf(request), isSmall(request))
    if (!bytes) throw missingRequest()
    return sendPhoto(reply, bytes)
  })

  scope.post(
    tokenPaths.requestPhotoRemoval,
    { config: tokenPageConfig },
    async (request, reply) => {
      const lead = await open(request)
      await removePhoto(db, lead.id, photoIdOf(request), recordByVisitor)
      return backToRequest(request, reply, 'photo-removed')
    },
  )
}
