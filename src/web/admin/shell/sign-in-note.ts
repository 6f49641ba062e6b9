/** What a page that leads to the sign-in page leaves for it in the history entry. */
export type SignInNote = { hasSessionEnded: true }

/** Reads the note from a history entry's state, which may hold anything. */
export function readSignInNote(state: unknown): SignInNote | undefined {
  const hasNote = typeof state === 'object' && state !== null && 'hasSessionEnded' in state
  return hasNote ? { hasSessionEnded: true } : undefined
}
