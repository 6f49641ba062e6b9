import { adminPaths, pagePaths } from '#/contracts/routes.ts'
import { type LazyPage, lazyPage } from './lazy-page.tsx'

/** The public pages by path. */
export const publicPages: Record<string, LazyPage> = {
  [pagePaths.home]: lazyPage(() => import('./site/home/home-page.tsx')),
  [pagePaths.contact]: lazyPage(() => import('./site/contact/contact-page.tsx')),
}

/** The back office: one page to the server, whatever its path. */
export const adminPage = lazyPage(() => import('./admin/admin-page.tsx'))

/** What every other path shows. */
export const notFoundPage = lazyPage(() => import('./site/not-found/not-found-page.tsx'))

/** True for the paths of the back office. */
export function isAdminPath(path: string): boolean {
  return path === adminPaths.root || path.startsWith(`${adminPaths.root}/`)
}

/** The page at a path; the fallback page where there is none. */
export function pageAt(path: string): LazyPage {
  if (isAdminPath(path)) return adminPage
  return publicPages[path] ?? notFoundPage
}
