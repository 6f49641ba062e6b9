import type { StoredKey } from '#/content/browser-data.ts'
import { readStored, writeStored } from './browser-storage.ts'

/**
 * What somebody has typed and not saved, as a text under a key. It outlives a reload and a session
 * that ended. It lies in the browser's session storage, which ends with the tab, so that nobody
 * else at the same machine finds it later.
 */

/** The draft under a key; undefined where there is none. */
export function readDraft(key: StoredKey<'session'>): string | undefined {
  return readStored('session', key)
}

/** Replaces the draft under a key; undefined removes it. */
export function writeDraft(key: StoredKey<'session'>, draft: string | undefined): void {
  writeStored('session', key, draft)
}
