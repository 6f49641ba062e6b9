/**
 * Every page and API path by name. Open this file first: it is the table of contents of the product.
 */
import { adminRoot, editorParameter, pagePaths, siteApiPaths } from './site-routes.ts'

export * from './site-routes.ts'
export * from './token-routes.ts'

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

/** The back office. Everything below `root` is rendered in the browser and never cached. */
export const adminPaths = {
  root: adminRoot,
  leads: '/admin/form-fills',
  pages: '/admin/pages',
  signIn: '/admin/sign-in',
  setup: '/admin/setup',
  contractors: '/admin/contractors',
  team: '/admin/team',
  audit: '/admin/audit',
  results: '/admin/results',
  money: '/admin/money',
  settings: '/admin/settings',
  account: '/admin/account',
  invitation: '/admin/invitation',
  forgotPassword: '/admin/forgot-password',
  newPassword: '/admin/new-password',
  confirmEmail: '/admin/confirm-email',
} as const

/** The part of the settings that is about backups. */
export const backupsOfficePath = `${adminPaths.settings}#backups`

/** The pages of the back office for those who are not signed in. */
export const openAdminPaths: readonly string[] = [
  adminPaths.signIn,
  adminPaths.setup,
  adminPaths.invitation,
  adminPaths.forgotPassword,
  adminPaths.newPassword,
  adminPaths.confirmEmail,
]

const { root, pages, account } = adminPaths
const forAll: readonly string[] = [root, pages, account, ...openAdminPaths]

/** The pages of the back office that are not for editors. */
export const adminOnlyPaths: readonly string[] = Object.values(adminPaths).filter(
  (path) => !forAll.includes(path),
)

/** The sign-in page, which leads to an address of this site. */
export function signInPath(next: string): string {
  return `${adminPaths.signIn}?next=${encodeURIComponent(next)}`
}

/** My account, for a user who must set up a second factor before they go on to an address. */
export function secondFactorPath(next: string): string {
  return `${adminPaths.account}?next=${encodeURIComponent(next)}`
}

/** The API. Parameters are written as Fastify writes them. */
export const apiPaths = {
  ...siteApiPaths,
  leads: '/api/admin/leads',
  leadStats: '/api/admin/leads/stats',
  leadCount: '/api/admin/leads/count',
  leadExport: '/api/admin/leads/export',
  leadSources: '/api/admin/leads/sources',
  leadCompanies: '/api/admin/leads/companies',
  leadEvents: '/api/admin/leads/events',
  /** Below `leads`: what shows leads fetches it again with them. */
  news: '/api/admin/leads/news',
  newsSeen: '/api/admin/leads/news/seen',
  newsSettings: '/api/admin/settings/news',
  findings: '/api/admin/findings',
  lead: '/api/admin/leads/:leadId',
  leadContactStatus: '/api/admin/leads/:leadId/contact-status',
  leadNotes: '/api/admin/leads/:leadId/notes',
  leadReminder: '/api/admin/leads/:leadId/reminder',
  leadRelease: '/api/admin/leads/:leadId/release',
  leadQuarantine: '/api/admin/leads/:leadId/quarantine',
  leadJoin: '/api/admin/leads/:leadId/join',
  leadPart: '/api/admin/leads/:leadId/part',
  leadContractors: '/api/admin/leads/:leadId/contractors',
  erasures: '/api/admin/erasures',
  erasurePreview: '/api/admin/erasures/preview',
  retention: '/api/admin/settings/retention',
  retentionPreview: '/api/admin/retention/preview',
  leadAdditions: '/api/admin/leads/:leadId/additions',
  leadPhoto: '/api/admin/leads/:leadId/photos/:photoId',
  leadDeliveries: '/api/admin/leads/:leadId/deliveries',
  deliveries: '/api/admin/deliveries',
  deliverySummary: '/api/admin/deliveries/summary',
  deliveryResend: '/api/admin/deliveries/:deliveryId/resend',
  deliveryCameBack: '/api/admin/deliveries/:deliveryId/came-back',
  deliveriesResendFailed: '/api/admin/deliveries/resend-failed',
  recipients: '/api/admin/email-notifications',
  recipient: '/api/admin/email-notifications/:recipientId',
  leadSourceSettings: '/api/admin/lead-source-settings',
  visitorMails: '/api/admin/settings/visitor-mails',
  holidays: '/api/admin/holidays',
  holiday: '/api/admin/holidays/:day',
  firstSteps: '/api/admin/first-steps',
  testMail: '/api/admin/first-steps/test-mail',
  mailSetup: '/api/admin/settings/mail-server',
  webhooks: '/api/admin/webhooks',
  webhook: '/api/admin/webhooks/:webhookId',
  webhookTest: '/api/admin/webhooks/:webhookId/test',
  business: '/api/admin/settings/business',
  openingHours: '/api/admin/settings/opening-hours',
  claims: '/api/admin/settings/claims',
  offerTimes: '/api/admin/settings/offer-times',
  results: '/api/admin/results',
  contractors: '/api/admin/contractors',
  contractorExport: '/api/admin/contractors/export',
  contractorImport: '/api/admin/contractors/import',
  contractorImportPreview: '/api/admin/contractors/import/preview',
  contractorImportUndo: '/api/admin/contractors/import/undo',
  contractor: '/api/admin/contractors/:contractorId',
  contractorDetail: '/api/admin/contractors/:contractorId/detail',
  contractorLinks: '/api/admin/contractors/:contractorId/links',
  leadReferral: '/api/admin/leads/:leadId/referral',
  leadOutcome: '/api/admin/leads/:leadId/outcome',
  leadUrgency: '/api/admin/leads/:leadId/urgency',
  leadOffers: '/api/admin/leads/:leadId/offers',
  leadAgreement: '/api/admin/leads/:leadId/agreement',
  offerWithdrawal: '/api/admin/offers/:offerId/withdraw',
  offerSpoken: '/api/admin/offers/:offerId/spoken',
  offerSettings: '/api/admin/settings/offers',
  money: '/api/admin/money',
  feeRules: '/api/admin/money/rules',
  feeRule: '/api/admin/money/rules/:ruleId',
  statement: '/api/admin/money/contractors/:contractorId',
  ledgerEntries: '/api/admin/money/contractors/:contractorId/entries',
  ledgerReversal: '/api/admin/money/entries/:entryId/reversal',
  statementSettings: '/api/admin/settings/statements',
  jobValue: '/api/admin/offers/:offerId/job-value',
  ratings: '/api/admin/ratings',
  sampleReviews: '/api/admin/settings/sample-reviews',
  ownReviews: '/api/admin/reviews',
  ownReview: '/api/admin/reviews/:reviewId',
  leadRating: '/api/admin/leads/:leadId/rating',
  leadRatingPublication: '/api/admin/leads/:leadId/rating/publication',
  auditEntries: '/api/admin/audit',
  auditExport: '/api/admin/audit/export',
  backups: '/api/admin/backups',
  backup: '/api/admin/backups/:file',
  backupDownload: '/api/admin/backups/:file/download',
  backupPlan: '/api/admin/settings/backup-plan',
  signIn: '/api/accounts/sign-in',
  signOut: '/api/accounts/sign-out',
  currentUser: '/api/accounts/me',
  setup: '/api/accounts/setup',
  setupCheck: '/api/accounts/setup/check',
  proof: '/api/accounts/proof',
  signInHelp: '/api/accounts/sign-in-help',
  forgotPassword: '/api/accounts/forgot-password',
  resetPassword: '/api/accounts/reset-password',
  confirmEmail: '/api/accounts/confirm-email',
  openInvitation: '/api/accounts/invitations/open',
  acceptInvitation: '/api/accounts/invitations/accept',
  myEmail: '/api/accounts/me/email',
  myPassword: '/api/accounts/me/password',
  mySessions: '/api/accounts/me/sessions',
  mySession: '/api/accounts/me/sessions/:sessionId',
  team: '/api/accounts/team',
  teamMember: '/api/accounts/team/:userId',
  invitations: '/api/accounts/team/invitations',
  invitation: '/api/accounts/team/invitations/:invitationId',
  proofPasskey: '/api/accounts/proof/passkey',
  signInCode: '/api/accounts/sign-in/code',
  signInPasskeyOptions: '/api/accounts/sign-in/passkey/options',
  signInPasskey: '/api/accounts/sign-in/passkey',
  secondFactors: '/api/accounts/second-factors',
  codeApp: '/api/accounts/second-factors/app',
  codeAppFirstCode: '/api/accounts/second-factors/app/first-code',
  recoveryCodes: '/api/accounts/second-factors/recovery-codes',
  passkeyOptions: '/api/accounts/second-factors/passkeys/options',
  passkeys: '/api/accounts/second-factors/passkeys',
  passkey: '/api/accounts/second-factors/passkeys/:passkeyId',
  accountSettings: '/api/admin/settings/accounts',
  teamSecondFactors: '/api/accounts/team/:userId/second-factors',
  seo: '/api/seo',
  seoEditor: '/api/seo/editor',
  seoPages: '/api/seo/pages',
  seoRevisions: '/api/seo/revisions',
  openapi: '/api/openapi.json',
} as const

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

type LeadPath = Extract<
  (typeof apiPaths)[keyof typeof apiPaths],
  `/api/admin/leads/:leadId${string}`
>

/** An address of one lead: `leadPath(apiPaths.leadNotes, 7)`. */
export function leadPath(path: LeadPath, leadId: number): string {
  return path.replace(':leadId', String(leadId))
}

export function leadPhotoPath(leadId: number, photoId: number): string {
  return leadPath(apiPaths.leadPhoto, leadId).replace(':photoId', String(photoId))
}

/** An address of one delivery: `deliveryPath(apiPaths.deliveryResend, 7)`. */
export const deliveryPath = (path: string, deliveryId: number): string =>
  path.replace(':deliveryId', String(deliveryId))

/** An address of one offer: `offerApiPath(apiPaths.offerSpoken, 7)`. */
export function offerApiPath(
  path: typeof apiPaths.offerWithdrawal | typeof apiPaths.offerSpoken | typeof apiPaths.jobValue,
  offerId: number,
): string {
  return path.replace(':offerId', String(offerId))
}

/** The address of what was decided of a day, given as `2026-11-26`. */
export function holidayPath(day: string): string {
  return apiPaths.holiday.replace(':day', day)
}

export const feeRulePath = (ruleId: number): string =>
  apiPaths.feeRule.replace(':ruleId', String(ruleId))

/** An address of the money of one contractor. */
export function ledgerPath(
  path: typeof apiPaths.statement | typeof apiPaths.ledgerEntries,
  contractorId: number,
): string {
  return path.replace(':contractorId', String(contractorId))
}

export const reversalPath = (entryId: number): string =>
  apiPaths.ledgerReversal.replace(':entryId', String(entryId))

export const recipientPath = (recipientId: number): string =>
  apiPaths.recipient.replace(':recipientId', String(recipientId))

export function contractorPath(contractorId: number): string {
  return apiPaths.contractor.replace(':contractorId', String(contractorId))
}

export function contractorDetailPath(contractorId: number): string {
  return apiPaths.contractorDetail.replace(':contractorId', String(contractorId))
}

/** The links to the page of a contractor: to send them a new one, and to revoke all. */
export function contractorLinksPath(contractorId: number): string {
  return apiPaths.contractorLinks.replace(':contractorId', String(contractorId))
}

export const backupPath = (file: string): string =>
  apiPaths.backup.replace(':file', encodeURIComponent(file))

export const ownReviewPath = (reviewId: string): string =>
  apiPaths.ownReview.replace(':reviewId', encodeURIComponent(reviewId))

/** The address that says whether a backup's file may be downloaded. */
export function backupDownloadPath(file: string): string {
  return apiPaths.backupDownload.replace(':file', encodeURIComponent(file))
}

export const teamMemberPath = (userId: string): string =>
  apiPaths.teamMember.replace(':userId', encodeURIComponent(userId))

export const invitationPath = (invitationId: string): string =>
  apiPaths.invitation.replace(':invitationId', encodeURIComponent(invitationId))

export const mySessionPath = (sessionId: string): string =>
  apiPaths.mySession.replace(':sessionId', encodeURIComponent(sessionId))

/** The page of one contractor in the office. */
export function contractorOfficePath(contractorId: number): string {
  return `${adminPaths.contractors}?show=${contractorId}`
}

/** The statement of a contractor in the office; without a month that of this month. */
export function statementPagePath(contractorId: number, month?: string): string {
  return `${adminPaths.money}?contractor=${contractorId}${month ? `&month=${month}` : ''}`
}

/** The inbox with one lead opened; without a number the inbox. */
export function leadPagePath(leadId: number): string {
  return `${adminPaths.leads}?lead=${leadId}`
}
