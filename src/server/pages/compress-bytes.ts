import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { ContentEncoding } from '../http/representations.ts'

const compressBrotli = promisify(brotliCompress)
/** Compresses bytes with gzip. */
export const compressGzip = promisify(gzip)

/** Compresses bytes with brotli, at a quality from 0 to 11. */
export const brotli = (bytes: Buffer, quality: number): Promise<Buffer> =>
  compressBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })

/** Bytes in every encoding that browsers accept. */
export async function compressBytes(
  identity: Buffer,
  brotliQuality: number,
): Promise<Record<ContentEncoding, Buffer>> {
  const [br, gz] = await Promise.all([brotli(identity, brotliQuality), compressGzip(identity)])
  return { br, gzip: gz, identity }
}
