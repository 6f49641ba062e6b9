import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type {
  DocumentAssets,
  DocumentToRender,
  RenderDocument,
  Site,
} from '#/contracts/documents.ts'
import type { MailToRender, RenderMail } from '#/contracts/mails.ts'
import { previewPath, publicPaths } from '#/contracts/routes.ts'

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

/** The files of `public/`, whose names the build does not change: icons, the manifest. */
function listPublicFiles(): string[] {
  return readdirSync(clientDir, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => entry.name)
}

/** For files whose names do not change with their content. */
const cachedForADay = { maxAge: '1d', immutable: false }

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
    serveAssets: async (app: FastifyInstance) => {
      // Every name there holds a hash of the content.
      await app.register(fastifyStatic, {
        root: join(clientDir, 'assets'),
        prefix: '/assets/',
        preCompressed: true,
        immutable: true,
        maxAge: '1y',
        index: false,
      })
      for (const file of listPublicFiles()) {
        app.get(`/${file}`, (_request, reply) => reply.sendFile(file, clientDir, cachedForADay))
      }
      for (const address of publicPaths.map(previewPath)) {
        app.get(address, (_request, reply) => {
          // Other sites show them beside a link.
          reply.header('cross-origin-resource-policy', 'cross-origin')
          return reply.sendFile(address, clientDir, cachedForADay)
        })
      }
    },
  }
}
