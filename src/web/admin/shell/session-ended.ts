import { navigate } from 'wouter/use-browser-location'
import { adminPaths } from '#/contracts/routes.ts'

/** Goes to the sign-in page, and leaves in the history entry why. */
export function leaveForSignIn(): void {
  navigate(adminPaths.signIn, { replace: true, state: { hasSessionEnded: true } })
}

/** True if the page was reached by `leaveForSignIn`. A history entry's state may be anything. */
export function hasSessionEnded(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'hasSessionEnded' in state
}
