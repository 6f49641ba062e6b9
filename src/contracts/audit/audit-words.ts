// Apart from the schemas that use them: the browser needs these words, and not zod.

/** The subjects of the audit log: the choices of its filter. */
export const auditGroups = {
  access: 'Signing in',
  accounts: 'Accounts',
  leads: 'Requests',
  referrals: 'Contractors',
  notifications: 'Notifications',
  privacy: 'Privacy and exports',
  pages: 'Page metadata',
  backups: 'Backups',
} as const

export type AuditGroup = keyof typeof auditGroups

type Words = {
  group: AuditGroup
  /** What a person did, after their name. */
  did: string
  /** What a person tried, after "tried to". */
  do: string
}

/**
 * Every action of the audit log. The table of access names those of the routes that change or
 * export something, or let people in.
 */
export const auditActions = {
  'sign-in': { group: 'access', did: 'signed in', do: 'sign in' },
  /** A second factor is still to come. */
  'sign-in.first-step': {
    group: 'access',
    did: 'entered the right password',
    do: 'enter the password',
  },
  'sign-out': { group: 'access', did: 'signed out', do: 'sign out' },
  setup: { group: 'access', did: 'made the first admin', do: 'make the first admin' },
  proof: {
    group: 'access',
    did: 'confirmed who they are',
    do: 'confirm who they are',
  },
  'proof.ask': {
    group: 'access',
    did: 'was asked for a passkey to confirm who they are',
    do: 'confirm who they are by a passkey',
  },
  /** A request without an action of its own, which was denied. */
  request: { group: 'access', did: 'sent a request', do: 'send a request' },
  /** Attempts by strangers beyond the number that has an entry each. */
  'left-out': {
    group: 'access',
    did: 'left out more entries of the same kind',
    do: 'leave out more entries of the same kind',
  },
  'invitation.send': { group: 'accounts', did: 'invited someone', do: 'invite someone' },
  'invitation.withdraw': {
    group: 'accounts',
    did: 'took an invitation back',
    do: 'take an invitation back',
  },
  'invitation.accept': {
    group: 'accounts',
    did: 'accepted an invitation',
    do: 'accept an invitation',
  },
  'team.create': { group: 'accounts', did: 'made an account', do: 'make an account' },
  'team.set-password': {
    group: 'accounts',
    did: 'set the password of an account',
    do: 'set the password of an account',
  },
  'team.change': { group: 'accounts', did: 'changed an account', do: 'change an account' },
  'team.remove': { group: 'accounts', did: 'removed an account', do: 'remove an account' },
  'team.remove-second-factors': {
    group: 'accounts',
    did: 'removed the second factors of an account',
    do: 'remove the second factors of an account',
  },
  'team.require-second-factor': {
    group: 'accounts',
    did: 'changed whether everyone needs a second factor',
    do: 'change whether everyone needs a second factor',
  },
  'second-factor.begin': {
    group: 'accounts',
    did: 'began to set up a second factor',
    do: 'set up a second factor',
  },
  'second-factor.add': {
    group: 'accounts',
    did: 'set up a second factor',
    do: 'set up a second factor',
  },
  'second-factor.remove': {
    group: 'accounts',
    did: 'removed a second factor',
    do: 'remove a second factor',
  },
  'second-factor.name': {
    group: 'accounts',
    did: 'renamed a passkey',
    do: 'rename a passkey',
  },
  'second-factor.recovery-codes': {
    group: 'accounts',
    did: 'made new recovery codes',
    do: 'make new recovery codes',
  },
  'account.name': { group: 'accounts', did: 'changed their name', do: 'change their name' },
  'account.email': {
    group: 'accounts',
    did: 'asked for another email address',
    do: 'ask for another email address',
  },
  'account.email-confirm': {
    group: 'accounts',
    did: 'confirmed a new email address',
    do: 'confirm a new email address',
  },
  'password.change': {
    group: 'accounts',
    did: 'changed their password',
    do: 'change their password',
  },
  'password.forget': {
    group: 'accounts',
    did: 'asked for a link to set a new password',
    do: 'ask for a link to set a new password',
  },
  'password.reset': {
    group: 'accounts',
    did: 'set a new password by a link',
    do: 'set a new password by a link',
  },
  'session.end': { group: 'accounts', did: 'ended a session', do: 'end a session' },
  'session.end-others': {
    group: 'accounts',
    did: 'ended all other sessions',
    do: 'end all other sessions',
  },
  'lead.status': { group: 'leads', did: 'set a status', do: 'set a status' },
  'lead.note': { group: 'leads', did: 'added a note', do: 'add a note' },
  'lead.release': {
    group: 'leads',
    did: 'took a request out of quarantine',
    do: 'take a request out of quarantine',
  },
  'lead.quarantine': {
    group: 'leads',
    did: 'put a request into quarantine',
    do: 'put a request into quarantine',
  },
  'contractor.add': { group: 'referrals', did: 'added a contractor', do: 'add a contractor' },
  'contractor.change': {
    group: 'referrals',
    did: 'changed a contractor',
    do: 'change a contractor',
  },
  'contractor.remove': {
    group: 'referrals',
    did: 'removed a contractor',
    do: 'remove a contractor',
  },
  'contractor.import': {
    group: 'referrals',
    did: 'imported contractors',
    do: 'import contractors',
  },
  'contractor.export': {
    group: 'privacy',
    did: 'exported the contractors',
    do: 'export the contractors',
  },
  'offer.make': {
    group: 'leads',
    did: 'offered a request to a contractor',
    do: 'offer a request to a contractor',
  },
  'offer.agree': {
    group: 'leads',
    did: 'recorded which contractor takes a request',
    do: 'record which contractor takes a request',
  },
  'offer.withdraw': { group: 'leads', did: 'withdrew an offer', do: 'withdraw an offer' },
  'offer.automatic': {
    group: 'leads',
    did: 'changed whether requests are offered automatically',
    do: 'change whether requests are offered automatically',
  },
  'lead.outcome': {
    group: 'leads',
    did: 'set the outcome of a request',
    do: 'set the outcome of a request',
  },
  'rating.publish': { group: 'leads', did: 'published a rating', do: 'publish a rating' },
  'rating.take-off': { group: 'leads', did: 'took a rating off', do: 'take a rating off' },
  'lead.tell': {
    group: 'notifications',
    did: 'had everybody told of a request',
    do: 'have everybody told of a request',
  },
  'delivery.resend': {
    group: 'notifications',
    did: 'sent a notification again',
    do: 'send a notification again',
  },
  'delivery.resend-failed': {
    group: 'notifications',
    did: 'sent what had failed again',
    do: 'send what had failed again',
  },
  'recipient.add': { group: 'notifications', did: 'added a recipient', do: 'add a recipient' },
  'recipient.change': {
    group: 'notifications',
    did: 'changed a recipient',
    do: 'change a recipient',
  },
  'recipient.remove': {
    group: 'notifications',
    did: 'removed a recipient',
    do: 'remove a recipient',
  },
  'webhook.add': { group: 'notifications', did: 'added a webhook', do: 'add a webhook' },
  'webhook.change': { group: 'notifications', did: 'changed a webhook', do: 'change a webhook' },
  'webhook.remove': { group: 'notifications', did: 'removed a webhook', do: 'remove a webhook' },
  'webhook.test': { group: 'notifications', did: 'tested a webhook', do: 'test a webhook' },
  'mail.test': { group: 'notifications', did: 'sent a test mail', do: 'send a test mail' },
  'mail.visitors': {
    group: 'notifications',
    did: 'changed which mails visitors get',
    do: 'change which mails visitors get',
  },
  'mail.lead-source': {
    group: 'notifications',
    did: 'changed the text of the mails on the lead source',
    do: 'change the text of the mails on the lead source',
  },
  'first-steps.change': {
    group: 'notifications',
    did: 'ticked a first step',
    do: 'tick a first step',
  },
  'lead.export': { group: 'privacy', did: 'exported requests', do: 'export requests' },
  'audit.export': {
    group: 'privacy',
    did: 'exported the audit log',
    do: 'export the audit log',
  },
  'retention.set': {
    group: 'privacy',
    did: 'set how long requests are stored',
    do: 'set how long requests are stored',
  },
  'retention.agree': {
    group: 'privacy',
    did: 'agreed to remove old requests',
    do: 'agree to remove old requests',
  },
  'retention.undo': {
    group: 'privacy',
    did: 'brought removed requests back',
    do: 'bring removed requests back',
  },
  'retention.remove': {
    group: 'privacy',
    did: 'removed old requests',
    do: 'remove old requests',
  },
  'retention.purge': {
    group: 'privacy',
    did: 'deleted removed requests for good',
    do: 'delete removed requests for good',
  },
  'erasure.erase': {
    group: 'privacy',
    did: 'erased the data of a person',
    do: 'erase the data of a person',
  },
  'metadata.save': { group: 'pages', did: 'saved page metadata', do: 'save page metadata' },
  'metadata.remove': { group: 'pages', did: 'removed page metadata', do: 'remove page metadata' },
  'backup.make': { group: 'backups', did: 'asked for a backup', do: 'ask for a backup' },
  'backup.download': { group: 'backups', did: 'downloaded a backup', do: 'download a backup' },
  'backup.restore': { group: 'backups', did: 'restored a backup', do: 'restore a backup' },
} as const satisfies Record<string, Words>

export type AuditAction = keyof typeof auditActions

/**
 * The result of an action. Denied: the client was not allowed to do it, or did not prove who they
 * are. Refused: for any other reason. Failed: by our fault.
 */
export const auditResults = ['done', 'denied', 'refused', 'failed'] as const

export type AuditResult = (typeof auditResults)[number]

/** The actor of what the server does by itself. */
export const serverActor = 'The server'

/** The actor of a command on the server's machine. */
export const terminalActor = 'Someone at the terminal'

/** The actor of a request without a session. */
export const strangerActor = 'Somebody'

/** The actions of a group. */
export function actionsOf(group: AuditGroup): AuditAction[] {
  return (Object.keys(auditActions) as AuditAction[]).filter(
    (action) => auditActions[action].group === group,
  )
}

const wordsOf = (action: string): Pick<Words, 'did' | 'do'> =>
  // An entry of a later release may have an action that this one does not know.
  auditActions[action as AuditAction] ?? { did: `did “${action}”`, do: `do “${action}”` }

/** An audit entry in words, without its actor: 'added a recipient: office@example.com'. */
export function auditInWords({
  action,
  result,
  subject,
}: {
  action: string
  result: AuditResult
  subject: string | null
}): string {
  const words = wordsOf(action)
  const deed = result === 'done' ? words.did : `tried to ${words.do}`
  return subject === null ? deed : `${deed}: ${subject}`
}
