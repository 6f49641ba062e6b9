/**
 * The pages of the office and the files of the site, by name. `site-routes.ts` has the public pages,
 * `token-routes.ts` those that are opened by a link, and `endpoints/api.ts` the API.
 */
import { adminRoot, editorParameter, pagePaths } from './site-routes.ts'

/** The folder of the build's files, whose names hold a hash of their content. */
export const assetsRoot = '/assets/'

/** The link-preview picture of a public page, made by the build. */
export function previewPath(path: string): string {
  const name = path === pagePaths.home ? 'home' : path.slice(1).replaceAll('/', '-')
  return `/previews/${name}.png`
}

/** A public page with the editor of its metadata open. */
export function editorPath(pagePath: string): string {
  return `${pagePath}?${editorParameter}=true`
}

/** The root of the office, and what is for editors too. */
const forEveryUser = {
  root: adminRoot,
  pages: '/admin/pages',
  account: '/admin/account',
} as const

const forStrangers = {
  signIn: '/admin/sign-in',
  setup: '/admin/setup',
  invitation: '/admin/invitation',
  forgotPassword: '/admin/forgot-password',
  newPassword: '/admin/new-password',
  confirmEmail: '/admin/confirm-email',
} as const

const forAdmins = {
  leads: '/admin/form-fills',
  contractors: '/admin/contractors',
  team: '/admin/team',
  audit: '/admin/audit',
  results: '/admin/results',
  money: '/admin/money',
  settings: '/admin/settings',
} as const

/** The back office. Everything below `root` is rendered in the browser and never cached. */
export const adminPaths = { ...forEveryUser, ...forStrangers, ...forAdmins } as const

/** The pages of the back office for those who are not signed in. */
export const openAdminPaths: readonly string[] = Object.values(forStrangers)

/** The pages of the back office that are not for editors. */
export const adminOnlyPaths: readonly string[] = Object.values(forAdmins)

/** The part of the settings that is about backups. */
export const backupsOfficePath = `${adminPaths.settings}#backups`

/** The sign-in page, which leads to an address of this site. */
export function signInPath(next: string): string {
  return `${adminPaths.signIn}?next=${encodeURIComponent(next)}`
}

/** Files that search engines ask for, and `security.txt`. */
export const crawlerPaths = {
  sitemap: '/sitemap.xml',
  robots: '/robots.txt',
  security: '/.well-known/security.txt',
} as const

/** For monitoring. */
export const healthPaths = {
  alive: '/healthz',
  ready: '/readyz',
  metrics: '/metrics',
} as const

/** The page of one contractor in the office. */
export function contractorOfficePath(contractorId: number): string {
  return `${adminPaths.contractors}?show=${contractorId}`
}

/** The statement of a contractor in the office; without a month that of this month. */
export function statementPagePath(contractorId: number, month?: string): string {
  return `${adminPaths.money}?contractor=${contractorId}${month ? `&month=${month}` : ''}`
}

/** The inbox with one lead opened. */
export function leadPagePath(leadId: number): string {
  return `${adminPaths.leads}?lead=${leadId}`
}
