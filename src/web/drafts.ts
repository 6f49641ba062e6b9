/**
 * What somebody has typed and not saved, as a text under a key. It outlives a reload and a session
 * that ended. It lies in the browser's session storage, which ends with the tab, so that nobody
 * else at the same machine finds it later.
 */

/** The draft under a key; undefined where there is none or the browser forbids storage. */
export function readDraft(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Replaces the draft under a key; undefined removes it. */
export function writeDraft(key: string, draft: string | undefined): void {
  try {
    if (draft === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, draft)
  } catch {
    // Storage that is full or forbidden loses the draft only where the tab is lost too.
  }
}
