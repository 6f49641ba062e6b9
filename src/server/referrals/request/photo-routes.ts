import type { FastifyInstance } from 'fastify'
import { tokenProblems } from '#/content/request-page.ts'
import { tokenPaths } from '#/contracts/routes.ts'
import { tokenPageConfig } from '../../http/token-pages.ts'
import { photoIdOf, sendPhoto } from '../store/read-additions.ts'
import { removePhoto } from './photos.ts'
import { backToRequest, type RequestFormDeps } from './request-forms.ts'

/** The photographs of a request: showing and removing them. */
export function photoRoutes(scope: FastifyInstance, { db, open }: RequestFormDeps): void {
  scope.get(tokenPaths.requestPhoto, { config: tokenPageConfig }, async (request, reply) =>
    sendPhoto(db, request, reply, [await open(request)], tokenProblems.request.missing.text),
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
