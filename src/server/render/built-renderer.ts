import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type {
  DocumentAssets,
  DocumentToRender,
  RenderDocument,
  Site,
} from '#/contracts/documents.ts'
import type { MailToRender, RenderMail } from '#/contracts/mails.ts'
import { assetsRoot, previewPath, publicPaths } from '#/contracts/routes.ts'
import { cachedForever } from '../http/representations.ts'
import { readAssetFiles } from './asset-files.ts'
import { sendAsset } from './send-asset.ts'

const dist = fileURLToPath(new URL('../../../dist', import.meta.url))
const clientDir = join(dist, 'client')

type ManifestChunk = { file: string; assets?: string[] }

function readAssets(): DocumentAssets {
  const manifestFile = join(clientDir, '.vite/manifest.json')
  const manifest: Record<string, ManifestChunk> = JSON.parse(readFileSync(manifestFile, 'utf8'))
  const fileOf = (source: string) => {
    const chunk = manifest[source]
    if (!chunk) throw new Error(`${source} is not in the build`)
    return chunk.file
  }
  const urlOf = (source: string) => `/${fileOf(source)}`
  return {
    siteCss: readFileSync(join(clientDir, fileOf('src/web/site/site.css')), 'utf8').trim(),
    adminCssUrl: urlOf('src/web/admin/admin.css'),
    clientUrl: urlOf('src/web/entry-client.tsx'),
    fontUrls: ['montserrat-800', 'open-sans-400', 'open-sans-600'].map((font) =>
      urlOf(`src/web/fonts/${font}.woff2`),
    ),
  }
}

/** For files whose names do not change with their content. */
const cachedForADay = 'public, max-age=86400'

/** The routes of all files of the build. */
function serveFiles(app: FastifyInstance): void {
  const files = readAssetFiles(clientDir)
  app.get<{ Params: { '*': string } }>(`${assetsRoot}*`, (request, reply) => {
    const asset = files.get(assetsRoot + request.params['*'])
    return asset ? sendAsset(request, reply, asset, cachedForever) : reply.callNotFound()
  })
  for (const [path, asset] of files) {
    // The files of `public/`: icons, the manifest.
    if (path.lastIndexOf('/') > 0) continue
    app.get(path, (request, reply) => sendAsset(request, reply, asset, cachedForADay))
  }
  for (const path of publicPaths.map(previewPath)) {
    const asset = files.get(path)
    if (!asset) throw new Error(`${path} is not in the build`)
    app.get(path, (request, reply) => {
      // Other sites show them beside a link.
      reply.header('cross-origin-resource-policy', 'cross-origin')
      return sendAsset(request, reply, asset, cachedForADay)
    })
  }
}

/** Renders with the bundle that `scripts/build.ts` made, and serves its files. */
export async function createBuiltRenderer(site: Site) {
  const assets = readAssets()
  const bundle: { renderDocument: RenderDocument; renderMail: RenderMail } = await import(
    pathToFileURL(join(dist, 'server/entry-server.js')).href
  )
  return {
    isDevelopment: false,
    render: async (wanted: DocumentToRender) => bundle.renderDocument(wanted, { site, assets }),
    renderMail: (wanted: MailToRender) => bundle.renderMail(wanted, site),
    serveAssets: async (app: FastifyInstance) => serveFiles(app),
  }
}
