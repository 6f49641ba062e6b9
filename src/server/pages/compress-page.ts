import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { ContentEncoding } from '../http/representations.ts'

const compressBrotli = promisify(brotliCompress)
/** Compresses bytes with gzip. */
const compressGzip = promisify(gzip)

/** Compresses bytes with brotli, at a quality from 0 to 11. */
const brotli = (bytes: Buffer, quality: number): Promise<Buffer> =>
  compressBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })

/** Bytes in every encoding that browsers accept. */
async function compressBytes(
  identity: Buffer,
  brotliQuality: number,
): Promise<Record<ContentEncoding, Buffer>> {
  const [br, gz] = await Promise.all([brotli(identity, brotliQuality), compressGzip(identity)])
  return { br, gzip: gz, identity }
}

/** The bytes of a page. */
export type CompressedPage = {
  /** A weak one: the same for each encoding of the same page. */
  etag: string
  bodies: Record<ContentEncoding, Buffer>
  /** For a page that is asked for again: replaces a body by a smaller one as soon as it is made. */
  compressBetter: () => void
}

/** Takes a twentieth of the time of the best quality, for a tenth more bytes. */
const quickQuality = 5
const bestQuality = constants.BROTLI_MAX_QUALITY

/** Compresses what one person gets once. */
export async function compressQuickly(bytes: Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> {
  return encoding === 'br' ? brotli(bytes, quickQuality) : compressGzip(bytes)
}

/**
 * Compresses a page quickly, so that its first visitor need not wait. At best quality only for a page
 * that is asked for again, because that takes twenty times as long.
 */
export async function compressPage(html: string): Promise<CompressedPage> {
  const hash = createHash('sha256').update(html).digest('base64url').slice(0, 22)
  // A page that a browser shows again as it was asks by this tag whether it has changed since.
  const identity = Buffer.from(html.replace('<html lang="en"', `$& data-tag="${hash}"`))
  const bodies = await compressBytes(identity, quickQuality)
  async function replaceBodies() {
    bodies.br = await brotli(identity, bestQuality)
  }
  let isBetter = false
  function compressBetter() {
    if (isBetter) return
    isBetter = true
    replaceBodies().catch(() => {})
  }
  return { etag: `W/"${hash}"`, bodies, compressBetter }
}
