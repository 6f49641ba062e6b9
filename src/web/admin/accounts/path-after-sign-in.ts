import { navigate } from 'wouter/use-browser-location'
import type { Role } from '#/contracts/limits.ts'
import { adminOnlyPaths, adminPaths } from '#/contracts/routes.ts'
import { parseAddress } from '../../request.ts'

/** Only a base to resolve against. */
const anySite = 'http://site.example'

/**
 * The path on this site that a `next` parameter asks for; undefined where there is none, or where it
 * could lead to another site: browsers read a backslash as a slash, and drop tabs and line breaks.
 */
export function readNext(search: string): string | undefined {
  const next = new URLSearchParams(search).get('next') ?? ''
  if (!/^\/(?!\/)/.test(next) || /[\\\p{Cc}]/u.test(next)) return undefined
  const address = parseAddress(next, anySite)
  // Dots are resolved by now: this is the path that the browser would open.
  if (address?.origin !== anySite || address.pathname.startsWith('//')) return undefined
  return address.pathname + address.search + address.hash
}

/** The path to open after signing in: where the person came from, or else where their work is. */
export function pathAfterSignIn(role: Role, search: string): string {
  const next = readNext(search)
  // The session of an admin may have ended, and an editor signed in.
  const isRefused = role === 'editor' && adminOnlyPaths.some((path) => next?.startsWith(path))
  if (next && !isRefused) return next
  return role === 'editor' ? adminPaths.pages : adminPaths.leads
}

/** Opens the page that a person wanted who has just signed in. */
export function openAfterSignIn(role: Role): void {
  const next = pathAfterSignIn(role, location.search)
  if (next.startsWith(`${adminPaths.root}/`)) navigate(next, { replace: true })
  // The pages of the site are documents of their own.
  else location.replace(next)
}
