import { isDeepStrictEqual } from 'node:util'
import type { Review } from '#/contracts/referrals/ratings.ts'
import type { AnswerSpeed, PageMetadata, SeoRecord } from '#/contracts/seo/seo.ts'
import type { Listener } from '../db/database.ts'
import { within } from '../runtime/within.ts'

/** The encodings in which a page is kept. */
export type ContentEncoding = 'br' | 'gzip' | 'identity'

/** The bytes of a page. */
export type CompressedPage = {
  /** A weak one: the same for each encoding of the same page. */
  etag: string
  bodies: Record<ContentEncoding, Buffer>
}

/** How long a visitor may wait for the database before they get the page as it was last, or is built in. */
const patienceMs = { last: 300, builtIn: 1_000 }

/** What is stored of a page. */
export type PageRecords = {
  /** Grows with each change of what all pages say of the business. */
  siteVersion: number
  record: SeoRecord | undefined
  /** What customers say, of the page that shows it. */
  reviews: readonly Review[]
  /** How soon requests are answered, of the page that says so; undefined where it does not. */
  answerSpeed: AnswerSpeed | undefined
}

/** What a page is rendered from. */
export type PageContents = PageRecords & {
  /** By when a request that is sent now is answered, in words. */
  answerBy: string
}

const builtIn: PageRecords = {
  siteVersion: 0,
  record: undefined,
  reviews: [],
  answerSpeed: undefined,
}

/** A page ready to be sent. */
export type CachedPage = CompressedPage & {
  status: number
  contentSecurityPolicy: string
  metadata: PageMetadata
}

type PageSource = {
  /** Throws while the database is away. */
  readStored: (path: string) => Promise<PageRecords>
  answerByNow: () => string
  renderPage: (path: string, contents: PageContents) => Promise<CachedPage>
}

type Entry = { page: CachedPage; contents: PageContents; freshUntil: number }

/** Opening hours begin at a quarter, and with them what a page says of the time of an answer. */
const quarterMs = 15 * 60_000

/**
 * An empty cache of pages by path, each until its metadata changes, in this process or any other, or a
 * quarter ends. Its paths must come from a bounded set. A page never waits for a database that is
 * away: the cached one is served, and rendered again as soon as the database is back.
 */
export function createPageCache({ readStored, answerByNow, renderPage }: PageSource) {
  const entries = new Map<string, Entry>()
  const rendering = new Map<string, Promise<CachedPage>>()
  /** Counts changes: a record that was read before the newest one may be an old one. */
  let changes = 0
  let isListening = true

  async function refresh(path: string): Promise<CachedPage> {
    const changesBefore = changes
    const patience = patienceMs[entries.has(path) ? 'last' : 'builtIn']
    const read = await within(patience, readStored(path)).catch(() => undefined)
    const entry = entries.get(path)
    const contents = { ...(read ?? entry?.contents ?? builtIn), answerBy: answerByNow() }
    const isSame = isDeepStrictEqual(entry?.contents, contents)
    const page = entry && isSame ? entry.page : await renderPage(path, contents)
    const isFresh = read !== undefined && isListening && changes === changesBefore
    const freshUntil = isFresh ? (Math.floor(Date.now() / quarterMs) + 1) * quarterMs : 0
    entries.set(path, { page, contents, freshUntil })
    return page
  }

  /** Visitors who ask from now on do not get the page as it was; without a path, no page. */
  function invalidate(path?: string) {
    changes += 1
    // A visitor who asks from now on must not get a rendering that began before the change.
    rendering.clear()
    for (const [key, entry] of entries) if (path === undefined || key === path) entry.freshUntil = 0
  }

  return {
    invalidate,
    /** The page itself where it is cached: a promise would cost most requests time. */
    get(path: string): CachedPage | Promise<CachedPage> {
      const entry = entries.get(path)
      if (entry && Date.now() < entry.freshUntil) return entry.page
      const started = rendering.get(path)
      if (started) return started
      const refreshed = refresh(path).finally(() => {
        if (rendering.get(path) === refreshed) rendering.delete(path)
      })
      rendering.set(path, refreshed)
      return refreshed
    },
    /** For the signals of changed metadata, whose payload is the path of the page. */
    listener: {
      onMessage: invalidate,
      onLost() {
        isListening = false
        invalidate()
      },
      onRestored() {
        isListening = true
        invalidate()
      },
    } satisfies Listener,
  }
}
