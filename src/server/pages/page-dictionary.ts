import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import { assetsRoot } from '#/contracts/routes.ts'
import { compressBytes } from './compress-bytes.ts'

const compressZstd = promisify(zstdCompress)

/** Where the dictionaries are. */
export const dictionaryRoot = `${assetsRoot}dictionaries/`

/** The most that helps: a page takes a hundredth of a second, once. */
const zstdLevel = 19

/** What each `dcz` body begins with: a frame that decoders skip, and 32 bytes of hash in it. */
const dczMagic = Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 0x20, 0x00, 0x00, 0x00])

/**
 * What the site's pages have in common. A browser that has it is sent only what is different in the
 * next page. RFC 9842, Compression Dictionary Transport.
 */
export type PageDictionary = {
  /** Changes with the content. */
  path: string
  bodies: Awaited<ReturnType<typeof compressBytes>>
  /** What a browser that has it says in `Available-Dictionary`. */
  availableAs: string
  /** A page in the encoding `dcz`. */
  compress: (page: Buffer) => Promise<Buffer>
}

/** Tags with the text that follows them: they are what pages have in common. */
const piecesOf = (html: string) => html.split(/(?=<)/)

/**
 * Every piece that at least two pages have, once. What only one page has would cost as much here as
 * there, and a visitor who never opens that page would load it for nothing.
 */
function joinShared(pages: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const piece of pages.flatMap((page) => [...new Set(piecesOf(page))])) {
    counts.set(piece, (counts.get(piece) ?? 0) + 1)
  }
  return [...counts].flatMap(([piece, count]) => (count > 1 ? piece : [])).join('')
}

/** Makes the dictionary for these pages: the same one in every process that has the same pages. */
export async function makePageDictionary(pages: readonly string[]): Promise<PageDictionary> {
  const bytes = Buffer.from(joinShared(pages))
  const hash = createHash('sha256').update(bytes).digest()
  return {
    path: `${dictionaryRoot}${hash.toString('base64url').slice(0, 22)}`,
    bodies: await compressBytes(bytes, constants.BROTLI_MAX_QUALITY),
    availableAs: `:${hash.toString('base64')}:`,
    async compress(page) {
      const compressed = await compressZstd(page, {
        dictionary: bytes,
        pledgedSrcSize: page.length,
        params: { [constants.ZSTD_c_compressionLevel]: zstdLevel },
      })
      return Buffer.concat([dczMagic, hash, compressed])
    },
  }
}

/** A dictionary that is made when it is first wanted. */
export type LazyDictionary = {
  /** Undefined until it is made, and if it cannot be made: then pages come as they did without. */
  made: () => PageDictionary | undefined
  make: () => Promise<PageDictionary | undefined>
}

/** Renders the pages one by one, so that visitors who come meanwhile are not held up by all. */
export function createLazyDictionary(
  paths: readonly string[],
  renderHtml: (path: string) => Promise<string>,
  onFailure: (error: unknown) => void,
): LazyDictionary {
  let made: PageDictionary | undefined
  let making: Promise<PageDictionary | undefined> | undefined
  async function make() {
    const pages: string[] = []
    for (const path of paths) {
      await nextTurn()
      pages.push(await renderHtml(path))
    }
    made = await makePageDictionary(pages)
    return made
  }
  return {
    made: () => made,
    make() {
      making ??= make().catch((error) => {
        onFailure(error)
        return undefined
      })
      return making
    },
  }
}
