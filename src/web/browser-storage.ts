import type { StoredKey } from '#/content/browser-data.ts'

/**
 * The browser's storage. A browser may forbid it, and then the page remembers by itself until it is
 * left: nothing that a person does depends on storage.
 */

const inMemory = new Map<string, string>()

/** `session` ends with the tab, `local` is for every later visit. */
type StorageKind = 'session' | 'local'

const storageOf = (kind: StorageKind) => (kind === 'session' ? sessionStorage : localStorage)

/** The text under a key; undefined where there is none. */
export function readStored<Kind extends StorageKind>(
  kind: Kind,
  key: StoredKey<Kind>,
): string | undefined {
  if (inMemory.has(key)) return inMemory.get(key)
  try {
    return storageOf(kind).getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Replaces the text under a key; undefined removes it. */
export function writeStored<Kind extends StorageKind>(
  kind: Kind,
  key: StoredKey<Kind>,
  text: string | undefined,
): void {
  inMemory.delete(key)
  try {
    if (text === undefined) storageOf(kind).removeItem(key)
    else storageOf(kind).setItem(key, text)
  } catch {
    if (text !== undefined) inMemory.set(key, text)
  }
}

/** Removes all texts, of every kind. */
export function forgetStored(): void {
  inMemory.clear()
  for (const kind of ['session', 'local'] as const) {
    try {
      storageOf(kind).clear()
    } catch {
      // Where the browser forbids storage there is nothing.
    }
  }
}

/**
 * What a person has typed and not saved, as a text under a key. It outlives a reload and a session
 * that ended. It is in the browser's session storage, which ends with the tab, so that the next
 * person at the same machine does not find it.
 */

/** The draft under a key; undefined where there is none. */
export function readDraft(key: StoredKey<'session'>): string | undefined {
  return readStored('session', key)
}

/** Replaces the draft under a key; undefined removes it. */
export function writeDraft(key: StoredKey<'session'>, draft: string | undefined): void {
  writeStored('session', key, draft)
}
