import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { assetsRoot } from '#/contracts/routes.ts'
import { AppError } from '../http/errors.ts'
import {
  type ChooseEncoding,
  type ContentEncoding,
  contentEncodings,
  createChooseEncoding,
  isKnown,
} from '../http/representations.ts'
import { currentBuild, replacedBuilds } from './builds.ts'

/** A file in one encoding. */
export type AssetBody = { bytes: Buffer; etag: string }

/** A file of the build, in memory with its encodings. */
export type Asset = {
  contentType: string
  lastModified: Date
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
    // HTTP counts whole seconds.
    lastModified: new Date(Math.floor(statSync(file).mtimeMs / 1000) * 1000),
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

/** Both ends belong to it. */
type Range = { first: number; last: number }

/**
 * The one range that a client asks for; undefined if it wants the whole, or several ranges, which
 * may be answered with the whole. RFC 9110, section 14.
 */
function readRange(header: string, size: number): Range | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header) ?? []
  if (first === '' && last === '') return undefined
  if (first === '') return { first: Math.max(0, size - Number(last)), last: size - 1 }
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return { first: Number(first), last: end }
}

function isUnchanged({ headers }: FastifyRequest, asset: Asset, etag: string): boolean {
  if (headers['if-none-match'] !== undefined) return isKnown({ headers }, etag)
  const since = headers['if-modified-since']
  return since !== undefined && asset.lastModified.getTime() <= Date.parse(since)
}

/** A client that has another version of the file wants all of this one. */
function wantsRange({ headers }: FastifyRequest, { lastModified }: Asset, etag: string): boolean {
  const { range, 'if-range': version } = headers
  if (range === undefined) return false
  return version === undefined || version === etag || version === lastModified.toUTCString()
}

/** A refusal does not have the headers of the file. */
const headersOfTheFile = ['cache-control', 'content-encoding', 'etag', 'last-modified']

function sendRange(request: FastifyRequest, reply: FastifyReply, bytes: Buffer) {
  const range = readRange(request.headers.range ?? '', bytes.length)
  if (!range) return reply.send(bytes)
  if (range.first > range.last) {
    for (const name of headersOfTheFile) reply.removeHeader(name)
    reply.header('content-range', `bytes */${bytes.length}`)
    throw new AppError('invalid_request', 'The file has no such part.', { status: 416 })
  }
  return reply
    .code(206)
    .header('content-range', `bytes ${range.first}-${range.last}/${bytes.length}`)
    .send(bytes.subarray(range.first, range.last + 1))
}

/** Sends a file of the build, 304 to a client that has it, or the part that it asks for. */
export function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  asset: Asset,
  cacheControl: string,
) {
  const encoding = asset.chooseEncoding(request)
  const { bytes, etag } = asset.bodies[encoding] ?? asset.bodies.identity
  reply.headers({
    etag,
    'cache-control': cacheControl,
    'last-modified': asset.lastModified.toUTCString(),
    'accept-ranges': 'bytes',
    vary: 'accept-encoding',
  })
  if (isUnchanged(request, asset, etag)) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  reply.header('content-type', asset.contentType)
  return wantsRange(request, asset, etag) ? sendRange(request, reply, bytes) : reply.send(bytes)
}
