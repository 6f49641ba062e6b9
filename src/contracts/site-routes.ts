/**
 * The paths that the public pages use. A visitor's browser loads this file, so its scripts import
 * from here, and everything else from `routes.ts`.
 */
import { detailServiceIds } from './site/services.ts'

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

export function servicePath(serviceId: string): string {
  return `${pagePaths.services}/${serviceId}`
}

/** The id of the estimate form's element, in every page that has the form. */
export const estimateFormId = 'estimate'

export const estimatePath = `${pagePaths.contact}#${estimateFormId}`

/** The query parameter that names the service to choose in the form. */
export const serviceParameter = 'service'

/**
 * The contact page's form, for a visitor who comes from another page: from a service's page with
 * that service chosen.
 */
export function estimatePathFrom(path: string): string {
  const id = detailServiceIds.find((serviceId) => servicePath(serviceId) === path)
  return id ? `${pagePaths.contact}?${serviceParameter}=${id}#${estimateFormId}` : estimatePath
}

export const publicPaths: readonly string[] = [
  ...Object.values(pagePaths),
  ...detailServiceIds.map(servicePath),
]

/** True for a service that does not exist. All such paths show one page. */
export function isUnknownServicePath(path: string): boolean {
  const [, id] = /^\/services\/([^/]+)\/?$/.exec(path) ?? []
  return id !== undefined && !publicPaths.includes(servicePath(id))
}

/** The query parameter that opens the editor of a page's metadata when it is `true`. */
export const editorParameter = 'editseo'

/** The root of the back office; `adminPaths` has its pages. */
export const adminRoot = '/admin'
