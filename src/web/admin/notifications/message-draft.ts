const storageKey = 'lead source message'

/** What was typed and not saved: it outlives a change of tab, a reload, and a session that ended. */
export function readDraft(): string | undefined {
  try {
    return sessionStorage.getItem(storageKey) ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps a draft, or forgets it. */
export function keepDraft(draft: string | undefined): void {
  try {
    if (draft === undefined) sessionStorage.removeItem(storageKey)
    else sessionStorage.setItem(storageKey, draft)
  } catch {
    // A browser that keeps nothing loses only the draft.
  }
}
