import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { RenderedDocument } from '#/contracts/documents.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** The encodings in which a page is kept, best first. */
export const pageEncodings = ['br', 'gzip', 'identity'] as const

/** An encoding in which a page is kept. */
export type PageEncoding = (typeof pageEncodings)[number]

/** A page ready to be sent. */
export type CachedPage = {
  status: number
  contentSecurityPolicy: string
  /** A weak one: the same for each encoding of the same page. */
  etag: string
  bodies: Record<PageEncoding, Buffer>
}

const brotli = (bytes: Buffer, quality: number) =>
  compressBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })

/** Takes a twentieth of the time that the best does, for a tenth more bytes. */
const quickQuality = 5
const bestQuality = constants.BROTLI_MAX_QUALITY

/**
 * Compresses a document for all who will ask for it: quickly, so that the first of them gets it at
 * once, and then as well as it goes for the others.
 */
export async function toCachedPage(
  document: RenderedDocument,
  policy: string,
): Promise<CachedPage> {
  const identity = Buffer.from(document.html)
  const [br, gz] = await Promise.all([brotli(identity, quickQuality), compressGzip(identity)])
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
  const page: CachedPage = {
    status: document.status,
    contentSecurityPolicy: policy,
    etag: `W/"${hash}"`,
    bodies: { br, gzip: gz, identity },
  }
  brotli(identity, bestQuality).then(
    (best) => {
      page.bodies.br = best
    },
    () => {},
  )
  return page
}
