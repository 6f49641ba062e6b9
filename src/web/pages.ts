import { adminPaths, isUnknownServicePath, pagePaths } from '#/contracts/routes.ts'
import { type LazyPage, lazyPage } from './lazy-page.tsx'
import { serviceDetailPages } from './site/service-detail/service-detail-pages.tsx'

/** The public pages by path. */
export const publicPages: Record<string, LazyPage> = {
  [pagePaths.home]: lazyPage(() => import('./site/home/home-page.tsx')),
  [pagePaths.services]: lazyPage(() => import('./site/services/services-page.tsx')),
  ...serviceDetailPages,
  [pagePaths.about]: lazyPage(() => import('./site/about/about-page.tsx')),
  [pagePaths.serviceAreas]: lazyPage(() => import('./site/service-areas/service-areas-page.tsx')),
  [pagePaths.contact]: lazyPage(() => import('./site/contact/contact-page.tsx')),
  [pagePaths.privacyPolicy]: lazyPage(() => import('./site/legal/privacy-policy-page.tsx')),
  [pagePaths.termsOfService]: lazyPage(() => import('./site/legal/terms-of-service-page.tsx')),
  [pagePaths.sitemap]: lazyPage(() => import('./site/sitemap/sitemap-page.tsx')),
}

/** The back office: one page to the server, whatever its path. */
export const adminPage = lazyPage(() => import('./admin/admin-page.tsx'))

/** What the path of a service that does not exist shows. */
export const serviceNotFoundPage = lazyPage(
  () => import('./site/not-found/service-not-found-page.tsx'),
)

/** What every other path shows. */
export const notFoundPage = lazyPage(() => import('./site/not-found/not-found-page.tsx'))

/** True for the paths of the back office. */
export function isAdminPath(path: string): boolean {
  return path === adminPaths.root || path.startsWith(`${adminPaths.root}/`)
}

/** The public page that a link within the site may lead to; undefined for all other addresses. */
export function publicPageAt(path: string): LazyPage | undefined {
  return Object.hasOwn(publicPages, path) ? publicPages[path] : undefined
}

/** The page at a path; the fallback page where there is none. */
export function pageAt(path: string): LazyPage {
  if (isAdminPath(path)) return adminPage
  if (isUnknownServicePath(path)) return serviceNotFoundPage
  return publicPageAt(path) ?? notFoundPage
}

/** True where there is nothing at a path, whatever is shown instead. */
export function isMissing(path: string): boolean {
  return [notFoundPage, serviceNotFoundPage].includes(pageAt(path))
}
