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
  /** Differs with the encoding, as strong ETags must. */
  etags: Record<PageEncoding, string>
  bodies: Record<PageEncoding, Buffer>
}

/** Compresses a document once, for all who will ask for it. */
export async function toCachedPage(
  document: RenderedDocument,
  policy: string,
): Promise<CachedPage> {
  const identity = Buffer.from(document.html)
  const [br, gz] = await Promise.all([
    compressBrotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    compressGzip(identity, { level: 9 }),
  ])
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
  return {
    status: document.status,
    contentSecurityPolicy: policy,
    etags: { br: `"${hash}-br"`, gzip: `"${hash}-gz"`, identity: `"${hash}"` },
    bodies: { br, gzip: gz, identity },
  }
}
