import type { Role } from '../limits.ts'

/**
 * Every action of the audit log, as what a person tries to do: its first word is a verb. The table
 * of access names those of the routes that change or export something, or let people in.
 */
const deeds = {
  'sign-in': 'sign in',
  /** A second factor is still to come. */
  'sign-in.first-step': 'pass the password step of signing in',
  'sign-out': 'sign out',
  setup: 'create the first admin',
  proof: 'confirm their identity',
  'proof.ask': 'request a passkey to confirm their identity',
  /** A request without an action of its own, which was denied. */
  request: 'send a request to the server',
  'invitation.send': 'invite someone',
  'invitation.withdraw': 'withdraw an invitation',
  'invitation.accept': 'accept an invitation',
  'team.create': 'create an account',
  'team.set-password': 'set the password of an account',
  'team.change': 'change an account',
  'team.remove': 'remove an account',
  'team.remove-second-factors': 'remove the second step of an account',
  'team.require-second-factor': 'change whether everyone needs a second step',
  'second-factor.begin': 'start to set up a second step',
  'second-factor.add': 'set up a second step',
  'second-factor.remove': 'remove a second step',
  'second-factor.name': 'rename a passkey',
  'second-factor.recovery-codes': 'make new recovery codes',
  'account.name': 'change their name',
  'account.email': 'request a new email address',
  'account.email-confirm': 'confirm a new email address',
  'password.change': 'change their password',
  'password.forget': 'request a link to set a new password',
  'password.reset': 'set a new password with a link',
  'session.end': 'end a session',
  'session.end-others': 'end all other sessions',
  'lead.status': 'set a status',
  'lead.note': 'add a note',
  'lead.remind': 'change a snooze',
  'lead.enter': 'enter a request by phone',
  'lead.correct': 'edit a request',
  'lead.join': 'join two requests of one person',
  'lead.part': 'split two requests',
  'news.put-away': 'dismiss updates',
  'lead.release': 'mark a request as not spam',
  'lead.quarantine': 'mark a request as spam',
  'offer.make': 'offer a request to a contractor',
  'offer.agree': 'record which contractor takes a request',
  'offer.spoken': 'note that a contractor and a customer have talked',
  'offer.withdraw': 'withdraw an offer',
  'offer.automatic': 'change whether requests are offered automatically',
  'offer.times': 'change how long contractors have to answer',
  'lead.outcome': 'set the outcome of a request',
  'lead.urgency': 'say whether a request is an emergency',
  'holiday.set': 'set whether the business is open on a day',
  'holiday.unset': 'undo a change to a day',
  'rating.publish': 'publish a rating',
  'rating.take-off': 'take a rating off the site',
  'rating.samples': 'change whether sample reviews are shown',
  'review.add': 'show a review from elsewhere',
  'review.remove': 'remove a review from elsewhere',
  'contractor.add': 'add a contractor',
  'contractor.change': 'change a contractor',
  'contractor.remove': 'remove a contractor',
  'contractor.import': 'import contractors',
  'contractor.import-undo': 'undo a contractor import',
  'contractor.send-page': 'send a contractor the link to their page',
  'contractor.revoke-links': 'revoke a contractor’s links',
  'fee-rule.add': 'add a fee',
  'fee-rule.remove': 'remove a fee',
  'ledger.enter': 'enter a payment, a credit or a fee',
  'ledger.reverse': 'reverse a ledger entry',
  'job-value.set': 'set a job value',
  'statement.settings': 'change when statements are emailed',
  'delivery.resend': 'resend a notification',
  'delivery.came-back': 'note that an email bounced',
  'delivery.resend-failed': 'resend failed notifications',
  'recipient.add': 'add a recipient',
  'recipient.change': 'change a recipient',
  'recipient.remove': 'remove a recipient',
  'webhook.add': 'add a webhook',
  'webhook.change': 'change a webhook',
  'webhook.remove': 'remove a webhook',
  'webhook.test': 'test a webhook',
  'mail.server': 'change the mail server',
  'mail.test': 'send a test email',
  'mail.news': 'change which updates are emailed',
  'mail.visitors': 'change which emails customers get',
  'mail.lead-source': 'change the lead source message',
  'first-steps.change': 'check off a first step',
  'contractor.export': 'export the contractors',
  'lead.export': 'export requests',
  'audit.export': 'export the audit log',
  'retention.set': 'set how long requests are kept',
  'retention.remove': 'remove old requests',
  'erasure.erase': 'erase a person’s data',
  'metadata.save': 'save page metadata',
  'metadata.remove': 'remove page metadata',
  'business.change': 'change the name, phone number or domain of the business',
  'hours.change': 'change the business hours',
  'area.change': 'change the service area',
  'claims.change': 'change what the site claims',
  'backup.make': 'start a backup',
  'backup.plan': 'change when backups are made or how many are kept',
  'backup.download': 'download a backup',
  'backup.restore': 'restore a backup',
  /** Of version 1.0.0; `left-out`: attempts by strangers beyond the number that has an entry each. */
  'lead.tell': 'notify everyone of a request',
  'lead.claim': 'answer a contractor’s report',
  'lead.import': 'import earlier requests',
  'left-out': 'stop recording more entries of the same kind',
} as const

export type AuditAction = keyof typeof deeds

/** The past of the verbs that do not end in `ed` then. */
const irregularVerbs: Record<string, string> = {
  do: 'did',
  make: 'made',
  notify: 'notified',
  resend: 'resent',
  say: 'said',
  send: 'sent',
  set: 'set',
  split: 'split',
  stop: 'stopped',
  take: 'took',
  undo: 'undid',
  withdraw: 'withdrew',
}

/**
 * The result of an action. Denied: the client was not allowed to do it, or did not prove who they
 * are. Refused: for any other reason. Failed: by our fault.
 */
export type AuditResult = 'done' | 'denied' | 'refused' | 'failed'

export type AuditEntry = {
  id: number
  at: string
  action: string
  result: AuditResult
  /** Null for the server itself, and for a client without a session. */
  userId: string | null
  /** The actor in words, as they were called then. */
  who: string
  role: Role | null
  /** The network address; null where there was none. */
  address: string | null
  /** What the browser said that it is; null where it said nothing. */
  userAgent: string | null
  subject: string | null
  /** The lead and the contractor that it is about, as long as they are there. */
  leadId: number | null
  contractorId: number | null
}

/** What somebody did, in the past: `added a note` of `add a note`. */
function pastOf(deed: string): string {
  const [verb = '', ...rest] = deed.split(' ')
  const past = irregularVerbs[verb] ?? verb.replace(/e?$/, 'ed')
  return [past, ...rest].join(' ')
}

/** An audit entry in words, without its actor: 'added a recipient: office@example.com'. */
export function auditInWords(entry: Pick<AuditEntry, 'action' | 'result' | 'subject'>): string {
  const { action, result, subject } = entry
  // An entry of another release may have an action that this one does not know.
  const deed = (deeds as Record<string, string>)[action] ?? `do something unknown (${action})`
  const words = result === 'done' ? pastOf(deed) : `tried to ${deed}`
  return subject === null ? words : `${words}: ${subject}`
}
