import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { RenderMail } from '#/contracts/notifications/mails.ts'
import type { RenderDocument, SiteOnServer } from '#/contracts/pages/documents.ts'
import { assetsRoot, previewPath } from '#/contracts/routes.ts'
import { publicPaths } from '#/contracts/site-routes.ts'
import { currentBuild, previousBuild } from './builds.ts'
import { findAssets, type Renderer } from './document-assets.ts'

type ManifestChunk = { file: string; imports?: string[] }

function readAssets(clientDir: string) {
  const manifestFile = join(clientDir, '.vite/manifest.json')
  const manifest: Record<string, ManifestChunk> = JSON.parse(readFileSync(manifestFile, 'utf8'))
  function chunkOf(source: string): ManifestChunk {
    const chunk = manifest[source]
    if (!chunk) throw new Error(`${source} is not in the build`)
    return chunk
  }
  const read = (source: string) => readFileSync(join(clientDir, chunkOf(source).file))
  function file(source: string) {
    const hash = createHash('sha384').update(read(source)).digest('base64')
    return { url: `/${chunkOf(source).file}`, integrity: `sha384-${hash}` }
  }
  /** Finds the imports of a module with theirs, each once. */
  function addImports(source: string, found: Set<string>) {
    for (const imported of chunkOf(source).imports ?? []) {
      if (!found.has(imported)) addImports(imported, found.add(imported))
    }
    return found
  }
  return findAssets({
    text: async (source) => read(source).toString().trim(),
    file,
    importsOf: (source) => [...addImports(source, new Set())].map(file),
  })
}

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

/** Renders with the bundle that `scripts/build.ts` made, and serves its files. */
export async function createBuiltRenderer(site: SiteOnServer): Promise<Renderer> {
  const build = currentBuild()
  const clientDir = join(build, 'client')
  const assets = await readAssets(clientDir)
  const bundle: { renderDocument: RenderDocument; renderMail: RenderMail } = await import(
    pathToFileURL(join(build, 'server/entry-server.js')).href
  )
  return {
    isDevelopment: false,
    render: async (wanted) => bundle.renderDocument(wanted, { site, assets }),
    renderMail: (wanted) => bundle.renderMail(wanted, site),
    serveAssets: (app) => serveFiles(app),
  }
}

type RendererOptions = { site: SiteOnServer; isDevelopment: boolean }

/** Loads Vite in development and the built bundle in production, never both. */
export async function createRenderer({ site, isDevelopment }: RendererOptions): Promise<Renderer> {
  if (isDevelopment) {
    const { createViteRenderer } = await import('./vite-renderer.ts')
    return createViteRenderer(site)
  }
  return createBuiltRenderer(site)
}
