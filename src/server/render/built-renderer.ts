import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { MailToRender, RenderMail } from '#/contracts/notifications/mails.ts'
import type { DocumentToRender, RenderDocument, SiteOnServer } from '#/contracts/pages/documents.ts'
import { assetsRoot, previewPath, publicPaths } from '#/contracts/routes.ts'
import { cachedForever } from '../http/representations.ts'
import { adminCss, findAssets, office, readServedFiles, sendAsset } from './asset-files.ts'
import { currentBuild } from './builds.ts'

type ManifestChunk = { file: string; assets?: string[] }

async function readAssets(clientDir: string) {
  const manifestFile = join(clientDir, '.vite/manifest.json')
  const manifest: Record<string, ManifestChunk> = JSON.parse(readFileSync(manifestFile, 'utf8'))
  const fileOf = (source: string) => {
    const chunk = manifest[source]
    if (!chunk) throw new Error(`${source} is not in the build`)
    return chunk.file
  }
  const integrityOf = (source: string) => {
    const hash = createHash('sha384').update(readFileSync(join(clientDir, fileOf(source))))
    return `sha384-${hash.digest('base64')}`
  }
  const textOf = async (source: string) =>
    readFileSync(join(clientDir, fileOf(source)), 'utf8').trim()
  return {
    ...(await findAssets(textOf, (source) => `/${fileOf(source)}`)),
    integrity: { adminCss: integrityOf(adminCss), office: integrityOf(office) },
  }
}

/** For files whose names do not change with their content. */
const cachedForADay = 'public, max-age=86400'

/** The routes of all files of the build, and of scripts and the like that open pages still ask for. */
function serveFiles(app: FastifyInstance): void {
  const files = readServedFiles()
  app.get<{ Params: { '*': string } }>(`${assetsRoot}*`, (request, reply) => {
    const file = files.get(assetsRoot + request.params['*'])
    return file ? sendAsset(request, reply, file, cachedForever) : reply.callNotFound()
  })
  for (const [path, file] of files) {
    // The files of `public/`: icons, the manifest.
    if (path.lastIndexOf('/') > 0) continue
    app.get(path, (request, reply) => sendAsset(request, reply, file, cachedForADay))
  }
  for (const path of publicPaths.map(previewPath)) {
    const file = files.get(path)
    if (!file) throw new Error(`${path} is not in the build`)
    app.get(path, (request, reply) => {
      // Other sites show them beside a link.
      reply.header('cross-origin-resource-policy', 'cross-origin')
      return sendAsset(request, reply, file, cachedForADay)
    })
  }
}

/** Renders with the bundle that `scripts/build.ts` made, and serves its files. */
export async function createBuiltRenderer(site: SiteOnServer) {
  const build = currentBuild()
  const clientDir = join(build, 'client')
  const assets = await readAssets(clientDir)
  const bundle: { renderDocument: RenderDocument; renderMail: RenderMail } = await import(
    pathToFileURL(join(build, 'server/entry-server.js')).href
  )
  return {
    isDevelopment: false,
    render: async (wanted: DocumentToRender) => bundle.renderDocument(wanted, { site, assets }),
    renderMail: (wanted: MailToRender) => bundle.renderMail(wanted, site),
    serveAssets: async (app: FastifyInstance) => serveFiles(app),
  }
}
