import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../http/errors.ts'
import { type ReadyAnswer, sendReady } from '../http/ready-answers.ts'
import { type ContentEncoding, isKnown, type WithHeaders } from '../http/representations.ts'
import type { Asset, AssetBody } from './asset-files.ts'

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

function isUnchanged(request: WithHeaders, asset: Asset, { etag }: AssetBody): boolean {
  if (request.headers['if-none-match'] !== undefined) return isKnown(request, etag)
  const since = request.headers['if-modified-since']
  return since !== undefined && asset.lastModified.getTime() <= Date.parse(since)
}

/** The whole file, or 304 to a client that has it. */
export type AnswerAsset = (request: WithHeaders) => ReadyAnswer

/** Makes the answers for a file once, because most requests are for files. */
export function prepareAsset(asset: Asset, cacheControl: string): AnswerAsset {
  function answersOf(encoding: ContentEncoding) {
    const body = asset.bodies[encoding] ?? asset.bodies.identity
    const headers = {
      etag: body.etag,
      'cache-control': cacheControl,
      'last-modified': asset.lastModified.toUTCString(),
      'accept-ranges': 'bytes',
      vary: 'accept-encoding',
    }
    const ofTheBytes = {
      'content-type': asset.contentType,
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    }
    const whole = { status: 200, headers: { ...headers, ...ofTheBytes }, body: body.bytes }
    return { body, whole, unchanged: { status: 304, headers } }
  }
  const answers = {
    br: answersOf('br'),
    gzip: answersOf('gzip'),
    identity: answersOf('identity'),
  }
  return (request) => {
    const { body, whole, unchanged } = answers[asset.chooseEncoding(request)]
    return isUnchanged(request, asset, body) ? unchanged : whole
  }
}

/** A client that has another version of the file wants all of this one. */
function wantsRange({ headers }: WithHeaders, answer: ReadyAnswer): boolean {
  const { range, 'if-range': version } = headers
  if (range === undefined || answer.status !== 200) return false
  return (
    version === undefined ||
    version === answer.headers.etag ||
    version === answer.headers['last-modified']
  )
}

/** An answer that refuses is not the file. */
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
export function sendAsset(request: FastifyRequest, reply: FastifyReply, answerAsset: AnswerAsset) {
  const answer = answerAsset(request)
  if (!answer.body || !wantsRange(request, answer)) return sendReady(reply, answer)
  return sendRange(request, reply.headers(answer.headers), answer.body)
}
