import type { StoredKey } from '#/content/browser-data.ts'

/*
 * What a person has typed and not saved, as a text under a key. It outlives a reload and a session
 * that ended. It is in the browser's session storage, which ends with the tab, so that the next
 * person at the same machine does not find it. A browser may forbid that storage, and then the page
 * remembers by itself until it is left: nothing that a person does depends on storage.
 */

const inMemory = new Map<string, string>()

/** Returns the draft under a key; undefined where there is none. */
export function readDraft(key: StoredKey): string | undefined {
  if (inMemory.has(key)) return inMemory.get(key)
  try {
    return sessionStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** The same of one that is JSON. */
export function readJsonDraft<Draft>(key: StoredKey): Draft | undefined {
  try {
    return JSON.parse(readDraft(key) ?? '') as Draft
  } catch {
    return undefined
  }
}

/** Replaces the draft under a key; undefined removes it. */
export function writeDraft(key: StoredKey, draft: string | undefined): void {
  inMemory.delete(key)
  try {
    if (draft === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, draft)
  } catch {
    if (draft !== undefined) inMemory.set(key, draft)
  }
}

/** Removes all that is stored in this browser. */
export function forgetStored(): void {
  inMemory.clear()
  try {
    sessionStorage.clear()
  } catch {
    // Where the browser forbids storage there is nothing.
  }
}
