import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { MailToRender, RenderMail } from '#/contracts/notifications/mails.ts'
import type { DocumentToRender, RenderDocument, SiteOnServer } from '#/contracts/pages/documents.ts'
import { currentBuild } from './builds.ts'
import { adminCss, findAssets, office } from './document-assets.ts'
import { serveFiles } from './serve-files.ts'

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
    serveAssets: (app: FastifyInstance) => serveFiles(app),
  }
}
