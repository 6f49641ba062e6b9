import { navigate } from 'wouter/use-browser-location'
import { adminPaths, secondFactorPath, signInPath } from '#/contracts/routes.ts'

/** Goes to the sign-in page, which leads back here, and leaves in the history entry why. */
export function leaveForSignIn(): void {
  // The person has signed out while a call was under way.
  if (location.pathname === adminPaths.signIn) return
  const next = signInPath(location.pathname + location.search)
  navigate(next, { replace: true, state: { hasSessionEnded: true } })
}

/** Goes to where a second factor is set up, which leads back here. */
export function leaveForSecondFactor(): void {
  if (location.pathname === adminPaths.account) return
  navigate(secondFactorPath(location.pathname + location.search), { replace: true })
}

/** True if the page was reached by `leaveForSignIn`. A history entry's state may be anything. */
export function hasSessionEnded(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'hasSessionEnded' in state
}
