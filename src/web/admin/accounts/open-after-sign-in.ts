import { navigate } from 'wouter/use-browser-location'
import type { Role } from '#/contracts/accounts/accounts.ts'
import { adminPaths } from '#/contracts/routes.ts'
import { pathAfterSignIn } from './path-after-sign-in.ts'

/** Opens the page that somebody wanted who has just signed in. */
export function openAfterSignIn(role: Role): void {
  const next = pathAfterSignIn(role, location.search)
  if (next.startsWith(`${adminPaths.root}/`)) navigate(next, { replace: true })
  // The pages of the site are documents of their own.
  else location.replace(next)
}
