import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { additionErrors, photoErrors, tokenProblems } from '#/content/request-page.ts'
import { type PhotoProblem, photoLimits } from '#/contracts/referrals/requests.ts'
import { tokenPaths } from '#/contracts/routes.ts'
import { networksOf } from '#/server/http/client-address.ts'
import { AppError } from '#/server/http/errors.ts'
import { createRateLimiter } from '#/server/http/rate-limits.ts'
import { photoIdOf, sendPhoto } from '../lead/read-additions.ts'
import { tokenPageConfig } from '../lead/token-pages.ts'
import { makePhoto, NoPhoto } from '../photos/make-photo.ts'
import { createFileReceiver, type ReceivedFile, TooManyFiles } from '../photos/receive-files.ts'
import { addPhoto, removePhoto } from './additions.ts'
import { backToRequest, missingRequest, type RequestFormDeps } from './request-forms.ts'

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

/** The photographs of a request: taking, showing and removing them. */
export async function photoRoutes(
  scope: FastifyInstance,
  { db, open, refuse }: RequestFormDeps,
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

  /** Stores one file. Returns the words for what is wrong with it. */
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
      const result = await addPhoto(db, leadId, photo)
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
    const leadId = await open(request)
    for (const [width, network] of networksOf(request.ip).entries()) {
      uploads[width]?.consume(network)
    }
    const problems = new Set<string>()
    let added = 0
    try {
      await receiveFiles(request, async (file) => {
        const problem = await take(request, leadId, file)
        if (problem) problems.add(problem)
        else added += 1
      })
    } catch (error) {
      if (!(error instanceof TooManyFiles)) throw error
      problems.add(photoErrors.full)
    }
    if (added === 0 && problems.size === 0) problems.add(photoErrors.none)
    if (problems.size > 0) {
      const problem = [...problems].join(' ')
      return refuse(request, reply, leadId, {
        problems: { photos: problem },
        typed: { add: 'photos' },
      })
    }
    return backToRequest(request, reply, 'photo')
  })

  scope.get(tokenPaths.requestPhoto, { config: tokenPageConfig }, async (request, reply) =>
    sendPhoto(db, request, reply, await open(request), tokenProblems.request.missing.text),
  )

  scope.post(
    tokenPaths.requestPhotoRemoval,
    { config: tokenPageConfig },
    async (request, reply) => {
      await removePhoto(db, await open(request), photoIdOf(request))
      return backToRequest(request, reply, 'photo-removed')
    },
  )
}
