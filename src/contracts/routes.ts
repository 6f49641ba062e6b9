/**
 * Every page and API path by name. Open this file first: it is the table of contents of the product.
 */
import { detailServiceIds } from './services.ts'

/** The public pages, by name. */
export const pagePaths = {
  home: '/',
  services: '/services',
  about: '/about',
  serviceAreas: '/service-areas',
  contact: '/contact',
  privacyPolicy: '/privacy-policy',
  termsOfService: '/terms-of-service',
  sitemap: '/sitemap',
} as const

/** The page of one service. */
export function servicePath(serviceId: string): string {
  return `${pagePaths.services}/${serviceId}`
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

/** The back office. Everything below `root` is rendered in the browser and never cached. */
export const adminPaths = {
  root: '/admin',
  leads: '/admin/form-fills',
  signIn: '/admin/sign-in',
  setup: '/admin/setup',
} as const

/** The API. Parameters are written as Fastify writes them. */
export const apiPaths = {
  contact: '/api/contact',
  leads: '/api/admin/leads',
  leadStats: '/api/admin/leads/stats',
  leadContactStatus: '/api/admin/leads/:leadId/contact-status',
  leadDeliveries: '/api/admin/leads/:leadId/deliveries',
  deliveries: '/api/admin/deliveries',
  deliverySummary: '/api/admin/deliveries/summary',
  deliveryResend: '/api/admin/deliveries/:deliveryId/resend',
  deliveriesResendFailed: '/api/admin/deliveries/resend-failed',
  recipients: '/api/admin/email-notifications',
  recipient: '/api/admin/email-notifications/:recipientId',
  leadSourceSettings: '/api/admin/lead-source-settings',
  webhooks: '/api/admin/webhooks',
  webhook: '/api/admin/webhooks/:webhookId',
  webhookTest: '/api/admin/webhooks/:webhookId/test',
  signIn: '/api/accounts/sign-in',
  signOut: '/api/accounts/sign-out',
  currentUser: '/api/accounts/me',
  setup: '/api/accounts/setup',
  openapi: '/api/openapi.json',
} as const

/** For those who watch the server. */
export const healthPaths = {
  alive: '/healthz',
  ready: '/readyz',
  metrics: '/metrics',
} as const

/** The address that changes one lead's contact status. */
export function leadContactStatusPath(leadId: number): string {
  return apiPaths.leadContactStatus.replace(':leadId', String(leadId))
}

/** The address that lists one lead's deliveries. */
export function leadDeliveriesPath(leadId: number): string {
  return apiPaths.leadDeliveries.replace(':leadId', String(leadId))
}

/** The address that resends one delivery. */
export function deliveryResendPath(deliveryId: number): string {
  return apiPaths.deliveryResend.replace(':deliveryId', String(deliveryId))
}

/** The address of one recipient of notifications. */
export function recipientPath(recipientId: number): string {
  return apiPaths.recipient.replace(':recipientId', String(recipientId))
}

/** The page that opens one lead in the inbox. */
export function leadPath(leadId: number): string {
  return `${adminPaths.leads}?lead=${leadId}`
}
