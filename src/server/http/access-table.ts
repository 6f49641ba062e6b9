import type { AuditAction } from '#/contracts/audit/audit-words.ts'
import { apiPaths, tokenPaths } from '#/contracts/routes.ts'

/**
 * Who may use a route: everyone; a client with the secret that the route asks for; a signed-in
 * user, also without the second factor that the owner requires; editors and admins; admins only.
 */
export type Audience = 'anybody' | 'secret' | 'account' | 'editor' | 'admin'

/**
 * Whether a route wants a fresh proof of who the user is. `in part`: its handler asks, for a part
 * of what it does (`assertFresh`).
 */
type ProofRule = 'proof' | 'no proof' | 'in part'

type Change = readonly [
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  who: Audience,
  proof: ProofRule,
  audit: AuditAction | 'no entry',
]

/** A read has an audit entry only where it is an export. */
type Read = readonly [
  method: 'GET',
  path: string,
  who: Audience,
  proof?: ProofRule,
  audit?: AuditAction,
]

/** A route, who may use it, whether it wants a fresh proof, and its action in the audit log. */
export type AccessRow = Change | Read

/** The two rows of a setting of the office. */
function setting(path: string, proof: Change[3], audit: AuditAction): [Read, Change] {
  return [
    ['GET', path, 'admin'],
    ['PUT', path, 'admin', proof, audit],
  ]
}

/**
 * Every route that changes something, and every route of the API: a route that is not in this table
 * cannot be registered. A proof is asked for before what is rare and could harm for long: where
 * personal data is sent from then on, exports, deleting for good, letting people in. Daily work
 * needs none.
 */
export const accessTable: readonly AccessRow[] = [
  // For visitors.
  ['POST', apiPaths.contact, 'anybody', 'no proof', 'no entry'],
  ['POST', apiPaths.taps, 'anybody', 'no proof', 'no entry'],
  ['GET', apiPaths.openapi, 'anybody'],

  // Pages that are opened by the secret in their address. The lead's history records their changes.
  ['POST', tokenPaths.request, 'secret', 'no proof', 'no entry'],
  ['POST', tokenPaths.requestPhotos, 'secret', 'no proof', 'no entry'],
  ['POST', tokenPaths.requestPhotoRemoval, 'secret', 'no proof', 'no entry'],
  ['POST', tokenPaths.requestRating, 'secret', 'no proof', 'no entry'],
  ['POST', tokenPaths.requestRatingRemoval, 'secret', 'no proof', 'no entry'],
  ['POST', tokenPaths.offerAccept, 'secret', 'no proof', 'no entry'],
  ['POST', tokenPaths.offerDecline, 'secret', 'no proof', 'no entry'],
  ['POST', tokenPaths.offerOutcome, 'secret', 'no proof', 'no entry'],
  ['POST', tokenPaths.offerHandBack, 'secret', 'no proof', 'no entry'],
  ['POST', tokenPaths.offerCallTime, 'secret', 'no proof', 'no entry'],
  ['POST', tokenPaths.offerSpoken, 'secret', 'no proof', 'no entry'],
  ['POST', tokenPaths.offerOnTheWay, 'secret', 'no proof', 'no entry'],
  ['POST', tokenPaths.contractorOffer, 'secret', 'no proof', 'no entry'],

  // Signing in and out. The entry of the second step has the name of the first.
  ['GET', apiPaths.signInHelp, 'anybody'],
  ['POST', apiPaths.signIn, 'anybody', 'no proof', 'sign-in'],
  ['POST', apiPaths.signInCode, 'anybody', 'no proof', 'sign-in'],
  ['POST', apiPaths.signInPasskeyOptions, 'anybody', 'no proof', 'no entry'],
  ['POST', apiPaths.signInPasskey, 'anybody', 'no proof', 'sign-in'],
  ['POST', apiPaths.signOut, 'anybody', 'no proof', 'sign-out'],
  ['POST', apiPaths.forgotPassword, 'anybody', 'no proof', 'password.forget'],

  // Links from mails, and that of the first start. To look at one changes nothing.
  ['POST', apiPaths.setupCheck, 'secret', 'no proof', 'no entry'],
  ['POST', apiPaths.setup, 'secret', 'no proof', 'setup'],
  ['POST', apiPaths.resetPassword, 'secret', 'no proof', 'password.reset'],
  ['POST', apiPaths.confirmEmail, 'secret', 'no proof', 'account.email-confirm'],
  ['POST', apiPaths.openInvitation, 'secret', 'no proof', 'no entry'],
  ['POST', apiPaths.acceptInvitation, 'secret', 'no proof', 'invitation.accept'],

  // One's own account. To end sessions needs no proof, so that no one is kept from doing it.
  ['GET', apiPaths.currentUser, 'account'],
  ['PATCH', apiPaths.currentUser, 'account', 'no proof', 'account.name'],
  ['GET', apiPaths.proof, 'account'],
  ['POST', apiPaths.proof, 'account', 'no proof', 'proof'],
  ['POST', apiPaths.proofPasskey, 'account', 'no proof', 'proof.ask'],
  ['POST', apiPaths.myEmail, 'account', 'proof', 'account.email'],
  // A user without a second factor proves it with the present password.
  ['POST', apiPaths.myPassword, 'account', 'in part', 'password.change'],
  ['GET', apiPaths.mySessions, 'account'],
  ['DELETE', apiPaths.mySessions, 'account', 'no proof', 'session.end-others'],
  ['DELETE', apiPaths.mySession, 'account', 'no proof', 'session.end'],
  ['GET', apiPaths.secondFactors, 'account'],
  ['POST', apiPaths.codeApp, 'account', 'proof', 'second-factor.begin'],
  ['POST', apiPaths.codeAppFirstCode, 'account', 'proof', 'second-factor.add'],
  ['DELETE', apiPaths.codeApp, 'account', 'proof', 'second-factor.remove'],
  ['POST', apiPaths.recoveryCodes, 'account', 'proof', 'second-factor.recovery-codes'],
  ['POST', apiPaths.passkeyOptions, 'account', 'proof', 'second-factor.begin'],
  ['POST', apiPaths.passkeys, 'account', 'proof', 'second-factor.add'],
  ['PATCH', apiPaths.passkey, 'account', 'no proof', 'second-factor.name'],
  ['DELETE', apiPaths.passkey, 'account', 'proof', 'second-factor.remove'],

  // Page metadata. Each save can be undone.
  ['GET', apiPaths.seo, 'anybody'],
  ['GET', apiPaths.seoEditor, 'anybody'],
  ['GET', apiPaths.seoPages, 'editor'],
  ['GET', apiPaths.seoRevisions, 'editor'],
  ['POST', apiPaths.seo, 'editor', 'no proof', 'metadata.save'],
  ['DELETE', apiPaths.seo, 'editor', 'no proof', 'metadata.remove'],

  // The team.
  ['GET', apiPaths.team, 'admin'],
  ['POST', apiPaths.invitations, 'admin', 'proof', 'invitation.send'],
  ['DELETE', apiPaths.invitation, 'admin', 'proof', 'invitation.withdraw'],
  ['PATCH', apiPaths.teamMember, 'admin', 'proof', 'team.change'],
  ['DELETE', apiPaths.teamMember, 'admin', 'proof', 'team.remove'],
  ...setting(apiPaths.accountSettings, 'proof', 'team.require-second-factor'),
  ['DELETE', apiPaths.teamSecondFactors, 'admin', 'proof', 'team.remove-second-factors'],

  // The list of leads. Without a query it is all of them, and wants a proof.
  ['GET', apiPaths.leads, 'admin', 'in part'],
  ['GET', apiPaths.leadExport, 'admin', 'proof', 'lead.export'],
  ['GET', apiPaths.leadCount, 'admin'],
  ['GET', apiPaths.leadStats, 'admin'],
  ['GET', apiPaths.leadSources, 'admin'],
  ['GET', apiPaths.leadCompanies, 'admin'],
  ['GET', apiPaths.leadEvents, 'admin'],
  ['GET', apiPaths.findings, 'admin'],
  ['GET', apiPaths.news, 'admin'],
  ['POST', apiPaths.newsSeen, 'admin', 'no proof', 'news.put-away'],

  // Work on one lead.
  ['GET', apiPaths.lead, 'admin'],
  ['POST', apiPaths.leads, 'admin', 'no proof', 'lead.enter'],
  ['PATCH', apiPaths.lead, 'admin', 'no proof', 'lead.correct'],
  ['GET', apiPaths.leadAdditions, 'admin'],
  ['GET', apiPaths.leadPhoto, 'admin'],
  ['PATCH', apiPaths.leadContactStatus, 'admin', 'no proof', 'lead.status'],
  ['POST', apiPaths.leadNotes, 'admin', 'no proof', 'lead.note'],
  ['PUT', apiPaths.leadReminder, 'admin', 'no proof', 'lead.remind'],
  ['DELETE', apiPaths.leadReminder, 'admin', 'no proof', 'lead.remind'],
  ['POST', apiPaths.leadRelease, 'admin', 'no proof', 'lead.release'],
  ['POST', apiPaths.leadQuarantine, 'admin', 'no proof', 'lead.quarantine'],
  ['POST', apiPaths.leadJoin, 'admin', 'no proof', 'lead.join'],
  ['POST', apiPaths.leadPart, 'admin', 'no proof', 'lead.part'],
  ['GET', apiPaths.leadContractors, 'admin'],
  ['GET', apiPaths.leadReferral, 'admin'],
  ['POST', apiPaths.leadOffers, 'admin', 'no proof', 'offer.make'],
  ['POST', apiPaths.leadAgreement, 'admin', 'no proof', 'offer.agree'],
  ['POST', apiPaths.offerSpoken, 'admin', 'no proof', 'offer.spoken'],
  ['POST', apiPaths.offerWithdrawal, 'admin', 'no proof', 'offer.withdraw'],
  ['PUT', apiPaths.leadOutcome, 'admin', 'no proof', 'lead.outcome'],
  ['PUT', apiPaths.leadUrgency, 'admin', 'no proof', 'lead.urgency'],
  ['GET', apiPaths.ratings, 'admin'],
  ['GET', apiPaths.leadRating, 'admin'],
  ['PUT', apiPaths.leadRatingPublication, 'admin', 'no proof', 'rating.publish'],
  ['DELETE', apiPaths.leadRatingPublication, 'admin', 'no proof', 'rating.take-off'],
  ...setting(apiPaths.sampleReviews, 'no proof', 'rating.samples'),
  ['GET', apiPaths.ownReviews, 'admin'],
  ['POST', apiPaths.ownReviews, 'admin', 'no proof', 'review.add'],
  ['DELETE', apiPaths.ownReview, 'admin', 'no proof', 'review.remove'],
  ['GET', apiPaths.results, 'admin'],

  // Contractors, to whom the details of leads go. A preview changes nothing.
  ['GET', apiPaths.contractors, 'admin'],
  ['POST', apiPaths.contractors, 'admin', 'proof', 'contractor.add'],
  ['PUT', apiPaths.contractor, 'admin', 'proof', 'contractor.change'],
  ['DELETE', apiPaths.contractor, 'admin', 'proof', 'contractor.remove'],
  ['GET', apiPaths.contractorDetail, 'admin'],
  // The link opens what a contractor sees for long after the session. To revoke needs no proof.
  ['POST', apiPaths.contractorLinks, 'admin', 'proof', 'contractor.send-page'],
  ['DELETE', apiPaths.contractorLinks, 'admin', 'no proof', 'contractor.revoke-links'],
  ['GET', apiPaths.contractorExport, 'admin', 'proof', 'contractor.export'],
  ['POST', apiPaths.contractorImportPreview, 'admin', 'no proof', 'no entry'],
  ['POST', apiPaths.contractorImport, 'admin', 'proof', 'contractor.import'],
  ['POST', apiPaths.contractorImportUndo, 'admin', 'proof', 'contractor.import-undo'],
  ...setting(apiPaths.offerSettings, 'proof', 'offer.automatic'),
  ...setting(apiPaths.offerTimes, 'no proof', 'offer.times'),

  // What contractors pay. The rules decide it for long; an entry can be reversed.
  ['GET', apiPaths.money, 'admin'],
  ['GET', apiPaths.feeRules, 'admin'],
  ['POST', apiPaths.feeRules, 'admin', 'proof', 'fee-rule.add'],
  ['DELETE', apiPaths.feeRule, 'admin', 'proof', 'fee-rule.remove'],
  ['GET', apiPaths.statement, 'admin'],
  ['POST', apiPaths.ledgerEntries, 'admin', 'no proof', 'ledger.enter'],
  ['POST', apiPaths.ledgerReversal, 'admin', 'no proof', 'ledger.reverse'],
  ['PUT', apiPaths.jobValue, 'admin', 'no proof', 'job-value.set'],
  ...setting(apiPaths.statementSettings, 'proof', 'statement.settings'),

  // Recipients and webhooks, and the texts of mails. A resent delivery goes to the same address.
  ['GET', apiPaths.leadDeliveries, 'admin'],
  ['POST', apiPaths.leadDeliveries, 'admin', 'no proof', 'lead.tell'],
  ['GET', apiPaths.deliveries, 'admin'],
  ['GET', apiPaths.deliverySummary, 'admin'],
  ['POST', apiPaths.deliveryResend, 'admin', 'no proof', 'delivery.resend'],
  ['POST', apiPaths.deliveryCameBack, 'admin', 'no proof', 'delivery.came-back'],
  ['POST', apiPaths.deliveriesResendFailed, 'admin', 'no proof', 'delivery.resend-failed'],
  ['GET', apiPaths.recipients, 'admin'],
  ['POST', apiPaths.recipients, 'admin', 'proof', 'recipient.add'],
  ['PATCH', apiPaths.recipient, 'admin', 'proof', 'recipient.change'],
  ['DELETE', apiPaths.recipient, 'admin', 'proof', 'recipient.remove'],
  ['GET', apiPaths.webhooks, 'admin'],
  ['POST', apiPaths.webhooks, 'admin', 'proof', 'webhook.add'],
  ['PATCH', apiPaths.webhook, 'admin', 'proof', 'webhook.change'],
  ['DELETE', apiPaths.webhook, 'admin', 'proof', 'webhook.remove'],
  // Calls the address that was added, without any lead.
  ['POST', apiPaths.webhookTest, 'admin', 'no proof', 'webhook.test'],
  ['GET', apiPaths.leadSourceSettings, 'admin'],
  ['POST', apiPaths.leadSourceSettings, 'admin', 'proof', 'mail.lead-source'],
  ...setting(apiPaths.visitorMails, 'proof', 'mail.visitors'),
  ['GET', apiPaths.holidays, 'admin'],
  ['PUT', apiPaths.holiday, 'admin', 'no proof', 'holiday.set'],
  ['DELETE', apiPaths.holiday, 'admin', 'no proof', 'holiday.unset'],
  ...setting(apiPaths.newsSettings, 'proof', 'mail.news'),
  ['GET', apiPaths.firstSteps, 'admin'],
  ['PATCH', apiPaths.firstSteps, 'admin', 'no proof', 'first-steps.change'],
  ['POST', apiPaths.testMail, 'admin', 'proof', 'mail.test'],
  // Whom visitors call.
  ...setting(apiPaths.business, 'proof', 'business.change'),
  ...setting(apiPaths.openingHours, 'no proof', 'hours.change'),
  ...setting(apiPaths.claims, 'no proof', 'claims.change'),
  ...setting(apiPaths.mailSetup, 'proof', 'mail.server'),

  // Deleting, and exports of everything.
  ['POST', apiPaths.erasurePreview, 'admin', 'no proof', 'no entry'],
  ['GET', apiPaths.erasures, 'admin'],
  ['POST', apiPaths.erasures, 'admin', 'proof', 'erasure.erase'],
  ...setting(apiPaths.retention, 'proof', 'retention.set'),
  ['GET', apiPaths.retentionPreview, 'admin'],
  ['GET', apiPaths.auditEntries, 'admin'],
  ['GET', apiPaths.auditExport, 'admin', 'proof', 'audit.export'],
  ['GET', apiPaths.backups, 'admin'],
  ['POST', apiPaths.backups, 'admin', 'proof', 'backup.make'],
  ...setting(apiPaths.backupPlan, 'proof', 'backup.plan'),
  // Only says whether the file may be downloaded.
  ['POST', apiPaths.backupDownload, 'admin', 'proof', 'no entry'],
  ['GET', apiPaths.backup, 'admin', 'proof', 'backup.download'],
]

const rows = new Map(accessTable.map((row) => [`${row[0]} ${row[1]}`, row]))

/**
 * The row of a route; undefined for a page that everyone may read. Throws for a route that changes
 * something, or is of the API, and has no row.
 */
export function accessRowOf(method: string, path: string): AccessRow | undefined {
  const isRead = method === 'GET' || method === 'HEAD'
  const name = `${isRead ? 'GET' : method} ${path}`
  const row = rows.get(name)
  if (!row && (!isRead || path.startsWith('/api/'))) {
    throw new Error(`${name} is not in the table of access (access-table.ts)`)
  }
  return row
}
