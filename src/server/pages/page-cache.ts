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

async function toCachedPage(document: RenderedDocument, policy: string): Promise<CachedPage> {
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

/** Keeps the bytes of pages by key. */
export type PageCache = {
  /** The page under a key; made by `make` unless it is there. Callers at once share one making. */
  get: (
    key: string,
    make: () => Promise<{ document: RenderedDocument; policy: string }>,
  ) => Promise<CachedPage>
}

/** An empty cache. Its keys must come from a bounded set. `onPage` hears of each page asked for. */
export function createPageCache(onPage: (from: 'cache' | 'made') => void): PageCache {
  const pages = new Map<string, Promise<CachedPage>>()
  return {
    get(key, make) {
      const known = pages.get(key)
      onPage(known ? 'cache' : 'made')
      if (known) return known
      const page = make().then(({ document, policy }) => toCachedPage(document, policy))
      pages.set(key, page)
      // A page that could not be made is tried again by the next request.
      page.catch(() => pages.delete(key))
      return page
    },
  }
}
