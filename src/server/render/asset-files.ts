import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DocumentAssets } from '#/contracts/pages/documents.ts'
import { assetsRoot } from '#/contracts/routes.ts'
import {
  type ChooseEncoding,
  type ContentEncoding,
  contentEncodings,
  createChooseEncoding,
  isKnown,
} from '../http/representations.ts'
import { currentBuild, replacedBuilds } from './builds.ts'

/** The style and the script of the office. */
export const adminCss = 'src/web/admin/admin.css'
export const office = 'src/web/entries/entry-office.tsx'

/**
 * What documents load, by its place in the sources: `text` is the content of a style that documents hold
 * themselves, `url` the address of the rest.
 */
export async function findAssets(
  text: (source: string) => Promise<string>,
  url: (source: string) => string,
): Promise<DocumentAssets> {
  return {
    siteCss: await text('src/web/site/site.css'),
    tokenPagesCss: await text('src/web/request/token-pages.css'),
    otherMediaCssUrl: url('src/web/site/other-media.css'),
    adminCssUrl: url(adminCss),
    formUrl: url('src/web/entries/entry-form.ts'),
    editorUrl: url('src/web/entries/entry-editor.tsx'),
    officeUrl: url(office),
    pageUrl: url('src/web/entries/page-script.ts'),
    fontUrls: ['montserrat-800', 'open-sans-400', 'open-sans-600'].map((font) =>
      url(`src/web/fonts/${font}.woff2`),
    ),
  }
}

/** A file in one encoding. */
export type AssetBody = { bytes: Buffer; etag: string }

/** A file of the build, in memory with its encodings. */
export type Asset = {
  contentType: string
  bodies: Partial<Record<ContentEncoding, AssetBody>> & { identity: AssetBody }
  chooseEncoding: ChooseEncoding
}

const contentTypes: Record<string, string> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/vnd.microsoft.icon',
  '.js': 'application/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** What `scripts/build.ts` adds to the name of a file that it has compressed. */
const extensions: Record<ContentEncoding, string> = { br: '.br', gzip: '.gz', identity: '' }

function readBody(file: string): AssetBody {
  const bytes = readFileSync(file)
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  return { bytes, etag: `"${hash}"` }
}

function readAsset(file: string, hasFile: (file: string) => boolean): Asset {
  const contentType = contentTypes[extname(file)]
  if (!contentType) throw new Error(`the content type of ${file} is not known`)
  const available = contentEncodings.filter((encoding) => hasFile(file + extensions[encoding]))
  const bodies = available.map((encoding) => [encoding, readBody(file + extensions[encoding])])
  return {
    contentType,
    bodies: Object.fromEntries(bodies),
    chooseEncoding: createChooseEncoding(available),
  }
}

/** Reads every file in a folder, by its path below it. */
export function readAssetFiles(folder: string): Map<string, Asset> {
  const names = globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const all = new Set(names)
  const originals = names.filter((file) => !/\.(br|gz)$/.test(file))
  return new Map(
    originals.map((file) => [
      file.slice(folder.length).replaceAll('\\', '/'),
      readAsset(file, (name) => all.has(name)),
    ]),
  )
}

/**
 * Reads every file that the build made for browsers, by its path in the address, and those scripts,
 * styles and pictures of the builds before that pages which are open since then still ask for. They
 * are few and small (a test says how much at most), and sending them from memory costs a tenth of the
 * time.
 */
export function readServedFiles(dist?: string): Map<string, Asset> {
  const files = readAssetFiles(join(currentBuild(dist), 'client'))
  for (const build of replacedBuilds(dist)) {
    for (const [path, file] of readAssetFiles(join(build, 'client'))) {
      if (path.startsWith(assetsRoot) && !files.has(path)) files.set(path, file)
    }
  }
  return files
}

/** Sends a file of the build, or 304 to a client that has it. */
export function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  asset: Asset,
  cacheControl: string,
) {
  const encoding = asset.chooseEncoding(request)
  const { bytes, etag } = asset.bodies[encoding] ?? asset.bodies.identity
  reply.headers({ etag, 'cache-control': cacheControl, vary: 'accept-encoding' })
  if (isKnown(request, etag)) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.header('content-type', asset.contentType).send(bytes)
}
