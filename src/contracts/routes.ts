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

export function editorPath(pagePath: string): string {
  return `${pagePath}?${editorParameter}=true`
}

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
export const adminPaths = {
  root: adminRoot,
  pages: '/admin/pages',
  account: '/admin/account',
  ...forStrangers,
  ...forAdmins,
} as const

/** Those for people who are not signed in. */
export const openAdminPaths: readonly string[] = Object.values(forStrangers)

/** Those that are not for editors. */
export const adminOnlyPaths: readonly string[] = Object.values(forAdmins)

export const backupsOfficePath = `${adminPaths.settings}#backups`

/** The sign-in page, which leads to an address of this site. */
export function signInPath(next: string): string {
  return `${adminPaths.signIn}?next=${encodeURIComponent(next)}`
}

export const healthPaths = {
  alive: '/healthz',
  ready: '/readyz',
  metrics: '/metrics',
} as const

export function contractorOfficePath(contractorId: number): string {
  return `${adminPaths.contractors}?show=${contractorId}`
}

/** The statement of a contractor in the office; without a month that of this month. */
export function statementPagePath(contractorId: number, month?: string): string {
  return `${adminPaths.money}?contractor=${contractorId}${month ? `&month=${month}` : ''}`
}

export function leadPagePath(leadId: number): string {
  return `${adminPaths.leads}?lead=${leadId}`
}
