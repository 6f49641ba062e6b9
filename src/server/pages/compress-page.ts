import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** The encodings in which a page is kept. */
export type ContentEncoding = 'br' | 'gzip' | 'identity'

/** The bytes of a page. */
export type CompressedPage = {
  /** A weak one: the same for each encoding of the same page. */
  etag: string
  bodies: Record<ContentEncoding, Buffer>
}

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

const brotli = (bytes: Buffer, quality: number): Promise<Buffer> =>
  compressBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })

/** For what one person gets once: a twentieth of the time of the best, for a tenth more bytes. */
const quickQuality = 5

/** Compresses what one person gets once. */
export async function compressQuickly(bytes: Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> {
  return encoding === 'br' ? brotli(bytes, quickQuality) : compressGzip(bytes)
}

/** Compresses a page for the cache, and makes its tag. */
export async function compressPage(html: string): Promise<CompressedPage> {
  const hash = createHash('sha256').update(html).digest('base64url').slice(0, 22)
  // A page that a browser shows again as it was asks by this tag whether it has changed since.
  const identity = Buffer.from(html.replace('<html lang="en"', `$& data-tag="${hash}"`))
  const [br, gz] = await Promise.all([
    brotli(identity, constants.BROTLI_MAX_QUALITY),
    compressGzip(identity),
  ])
  return { etag: `W/"${hash}"`, bodies: { br, gzip: gz, identity } }
}
