import type { PageMetadata, SeoRecord } from '#/contracts/seo.ts'
import type { Listener } from '../db/database.ts'
import type { CachedPage } from './cached-page.ts'

/** How long a visitor may wait for the database before they are shown what was there last. */
const patienceMs = 300

/** A page as it is served, what its head says, and the record from which it was made. */
export type StoredPage = { page: CachedPage; metadata: PageMetadata; version: number }

/** Where pages come from. */
export type PageSource = {
  /** The stored metadata of a page, if it has any. */
  readRecord: (path: string) => Promise<SeoRecord | undefined>
  make: (path: string, record: SeoRecord | undefined) => Promise<StoredPage>
  /** Hears of each page that is asked for. */
  onPage: (from: 'cache' | 'made') => void
}

/** Keeps each page as it was made until its metadata changes, in this process or any other. */
export type PageStore = {
  get: (path: string) => Promise<StoredPage>
  /** From now on nobody gets the page as it was. */
  forget: (path: string) => void
  /** Hears of changed metadata: the payload is the path of the page. */
  listener: Listener
}

type Entry = { stored: StoredPage; isFresh: boolean }

function inTime<T>(promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the database is slow')), patienceMs)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/**
 * An empty store. Its paths must come from a bounded set. A page never waits for a database that is
 * away: what was there last is served, and made anew as soon as the database answers.
 */
export function createPageStore({ readRecord, make, onPage }: PageSource): PageStore {
  const entries = new Map<string, Entry>()
  const making = new Map<string, Promise<StoredPage>>()
  /** Goes up with each change, so that what was read before one is not taken for fresh. */
  let changes = 0
  let isListening = true

  async function refresh(path: string): Promise<StoredPage> {
    const changesBefore = changes
    const entry = entries.get(path)
    let record: SeoRecord | undefined
    try {
      record = await (entry ? inTime(readRecord(path)) : readRecord(path))
    } catch {
      return entry?.stored ?? make(path, undefined)
    }
    const isSame = entry?.stored.version === (record?.version ?? 0)
    const stored = isSame && entry ? entry.stored : await make(path, record)
    entries.set(path, { stored, isFresh: isListening && changes === changesBefore })
    return stored
  }

  function forget(path?: string) {
    changes += 1
    // Callers who come from now on must not get what was begun before the change.
    making.clear()
    for (const [key, entry] of entries)
      if (path === undefined || key === path) entry.isFresh = false
  }

  return {
    forget,
    async get(path) {
      const entry = entries.get(path)
      if (entry?.isFresh) {
        onPage('cache')
        return entry.stored
      }
      const known = making.get(path)
      if (known) return known
      onPage('made')
      const made = refresh(path).finally(() => {
        if (making.get(path) === made) making.delete(path)
      })
      making.set(path, made)
      return made
    },
    listener: {
      onMessage: forget,
      onLost() {
        isListening = false
        forget()
      },
      onRestored() {
        isListening = true
        forget()
      },
    },
  }
}
