import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { ContentEncoding } from '../http/representations.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** The bytes of a page. */
export type CompressedPage = {
  /** A weak one: the same for each encoding of the same page. */
  etag: string
  bodies: Record<ContentEncoding, Buffer>
}

const brotli = (bytes: Buffer, quality: number) =>
  compressBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })

/** Takes a twentieth of the time of the best quality, for a tenth more bytes. */
const quickQuality = 5
const bestQuality = constants.BROTLI_MAX_QUALITY

/**
 * Compresses a page quickly, so that its first visitor need not wait, and then at best quality for
 * the others: the `br` body of the answer is replaced when that is done.
 */
export async function compressPage(html: string): Promise<CompressedPage> {
  const identity = Buffer.from(html)
  const [br, gz] = await Promise.all([brotli(identity, quickQuality), compressGzip(identity)])
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
  const bodies = { br, gzip: gz, identity }
  brotli(identity, bestQuality).then(
    (best) => {
      bodies.br = best
    },
    () => {},
  )
  return { etag: `W/"${hash}"`, bodies }
}
