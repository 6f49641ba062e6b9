import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { DocumentAssets, RenderDocument, Site } from '#/contracts/documents.ts'
import type { RenderMail } from '#/contracts/mails.ts'
import { previewPath, publicPaths } from '#/contracts/routes.ts'
import type { Renderer } from './renderer.ts'

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

/** The files of `public/`, which keep their names: icons, the manifest. */
function listPublicFiles(): string[] {
  return readdirSync(clientDir, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => entry.name)
}

/** For files whose names stay when what is in them changes. */
const keptForADay = { maxAge: '1d', immutable: false }

/** Renders with the bundle that `scripts/build.ts` made, and serves its files. */
export async function createBuiltRenderer(site: Site): Promise<Renderer> {
  const assets = readAssets()
  const bundle: { renderDocument: RenderDocument; renderMail: RenderMail } = await import(
    pathToFileURL(join(dist, 'server/entry-server.js')).href
  )
  return {
    isDevelopment: false,
    render: async (request) => bundle.renderDocument(request, { site, assets }),
    renderMail: (request) => bundle.renderMail(request, site),
    serveAssets: async (app) => {
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
        app.get(`/${file}`, (_request, reply) => reply.sendFile(file, clientDir, keptForADay))
      }
      for (const address of publicPaths.map(previewPath)) {
        app.get(address, (_request, reply) => {
          // They are made to be shown on other sites.
          reply.header('cross-origin-resource-policy', 'cross-origin')
          return reply.sendFile(address, clientDir, keptForADay)
        })
      }
    },
  }
}
