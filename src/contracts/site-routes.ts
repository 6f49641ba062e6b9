/**
 * The paths that the public pages use. Their scripts load no others: import from here what a visitor's
 * browser runs, and from `routes.ts` everything else.
 */
import { detailServiceIds } from './site/services.ts'

/** The public pages, by name. */
export const pagePaths = {
  home: '/',
  services: '/services',
  about: '/about',
  serviceAreas: '/service-areas',
  contact: '/contact',
  whatsWrong: '/whats-wrong',
  privacyPolicy: '/privacy-policy',
  termsOfService: '/terms-of-service',
  sitemap: '/sitemap',
} as const

/** The page of one service. */
export function servicePath(serviceId: string): string {
  return `${pagePaths.services}/${serviceId}`
}

/** The id of the estimate form's element, in every page that has the form. */
export const estimateFormId = 'estimate'

/** The contact page, at its form. */
export const estimatePath = `${pagePaths.contact}#${estimateFormId}`

/** The query parameter that names the service which the form is to ask for. */
export const serviceParameter = 'service'

/** The contact page's form, for somebody who comes from a page: from that of a service, about it. */
export function estimatePathFrom(path: string): string {
  const id = detailServiceIds.find((serviceId) => servicePath(serviceId) === path)
  return id ? `${pagePaths.contact}?${serviceParameter}=${id}#${estimateFormId}` : estimatePath
}

/** Every public path that shows a page of its own. */
export const publicPaths: readonly string[] = [
  ...Object.values(pagePaths),
  ...detailServiceIds.map(servicePath),
]

/** True for a path that asks for a service which does not exist. All such paths show one page. */
export function isUnknownServicePath(path: string): boolean {
  const [, id] = /^\/services\/([^/]+)\/?$/.exec(path) ?? []
  return id !== undefined && !publicPaths.includes(servicePath(id))
}

/** The query parameter that, being `true`, opens the editor of a page's metadata. */
export const editorParameter = 'editseo'

/** The root of the back office; `adminPaths` has its pages. */
export const adminRoot = '/admin'

/** What the public pages ask of the API; `apiPaths` has all of it. */
export const siteApiPaths = {
  contact: '/api/contact',
  taps: '/api/taps',
} as const
