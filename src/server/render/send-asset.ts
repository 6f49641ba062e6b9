import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../http/errors.ts'
import { isKnown } from '../http/representations.ts'
import type { Asset } from './asset-files.ts'

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
