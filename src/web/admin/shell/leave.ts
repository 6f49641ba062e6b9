import { navigate } from 'wouter/use-browser-location'
import { adminPaths, secondFactorPath, signInPath } from '#/contracts/routes.ts'
import { hasCode, hasStatus } from './request-errors.ts'

/**
 * Leaves the page where the server says that the session has ended, or that a second factor must be
 * set up first. Both pages lead back here.
 */
export function leaveIfNeeded(error: Error): void {
  const here = location.pathname + location.search
  // On the sign-in page the person has signed out while a call was under way.
  if (hasStatus(error, 401) && location.pathname !== adminPaths.signIn) {
    navigate(signInPath(here), { replace: true, state: { hasSessionEnded: true } })
  }
  if (hasCode(error, 'second_factor_needed') && location.pathname !== adminPaths.account) {
    navigate(secondFactorPath(here), { replace: true })
  }
}

/** True if the page was reached because a session had ended. A history entry's state may be anything. */
export function hasSessionEnded(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'hasSessionEnded' in state
}
