import { join } from 'node:path'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { assetsRoot, previewPath } from '#/contracts/routes.ts'
import { publicPaths } from '#/contracts/site-routes.ts'
import { currentBuild, previousBuild } from './builds.ts'

const shared: FastifyStaticOptions = {
  preCompressed: true,
  decorateReply: false,
  lastModified: false,
}

const previews = new Set(publicPaths.map((path) => previewPath(path)))

/** Serves the files of the build, and the scripts and the like of the one before it, which open pages still ask for. */
export async function serveFiles(app: FastifyInstance, dist?: string): Promise<void> {
  const client = join(currentBuild(dist), 'client')
  const before = previousBuild(dist)
  // Their names hold a hash of their content.
  await app.register(fastifyStatic, {
    ...shared,
    root: [client, ...(before ? [join(before, 'client')] : [])].map((root) =>
      join(root, assetsRoot),
    ),
    prefix: assetsRoot,
    immutable: true,
    maxAge: '1y',
  })
  // The files of `public/`: icons, the manifest, previews.
  await app.register(fastifyStatic, {
    ...shared,
    root: client,
    wildcard: false,
    globIgnore: ['assets/**', '**/*.{br,gz}'],
    maxAge: '1d',
    setHeaders(reply, file) {
      const path = file.slice(client.length)
      // Other sites show them beside a link.
      if (previews.has(path)) reply.header('cross-origin-resource-policy', 'cross-origin')
    },
  })
}
