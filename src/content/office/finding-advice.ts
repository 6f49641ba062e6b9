import type { FindingKey } from '#/contracts/health/finding-catalog.ts'

const show = 'Show this to whoever runs the server'

const isSafe = 'Until then new requests are safe on the server’s disk.'

/** What to do about each finding, as a sentence for the owner. */
export const findingAdvice: Record<FindingKey, string> = {
  'requests-damaged': `${show}: what is left of each can be read on the server, and entered by hand.`,
  'journal-unwritable': `${show}, soon: if the database fails too, requests are turned away.`,
  'disk-full': `${show}, now: its disk is full, and requests fit only until the space reserved for them is used up.`,
  'disk-low': `${show}, before it’s full: then requests are turned away.`,
  'database-full': `Make room on the disk of the database. ${isSafe}`,
  'database-read-only': `${show}: the database must take writes again. ${isSafe}`,
  'database-recovering': `Wait until it has recovered: its log says how far it is. ${isSafe}`,
  'database-connections': `${show}: the database must take more connections. ${isSafe}`,
  'database-refused': `${show}: the user, password or name of the database is wrong. ${isSafe}`,
  'database-other-version': 'Start the version of the product that last used the database.',
  'database-migrating': 'Wait: the log says when it is done.',
  'database-away': `${show}: the database must be started. ${isSafe}`,
  'database-failing': `${show}: the server’s log has the whole error. ${isSafe}`,
  'requests-wait':
    'They’re safe on the server’s disk and will be stored as soon as the database takes them. If they stay and nothing else is listed here, the server’s log says why.',
  'signals-away':
    'Open pages of the office and notifications can be a minute late until the connection is back.',
  'deliveries-failed': 'Fix the address of the recipient or the program, then resend.',
  'deliveries-overdue':
    'Send a test under Email Notifications: it shows what the mail server, or the other program, says.',
  'commits-fsync': `${show}: the database must wait for its disk.`,
  'commits-full-page-writes': `${show}: the database must write whole pages.`,
  'commits-failover': `${show}: a second database must confirm each write.`,
  'probe-failed': `Send a request through the form of the site yourself. If it doesn’t arrive: ${show.toLowerCase()}.`,
  'backup-late': 'See the backups. The log says why none was finished.',
  'backup-failed': 'See the backups and the log. A full disk is the usual reason.',
  'backup-folder': `${show}: the disk of the backups must be there.`,
  'backup-problem': 'See the backups and the log.',
  'excess-right': `${show}: the site has more rights in its database than it needs.`,
  'requests-stuck': 'Call the customer. The log says why the server can’t go on.',
  'requests-without-contractor': 'Choose a contractor, or call the customer.',
  'papers-lapse': 'Ask for the renewal: after the last day the contractor gets no offers.',
  'postgres-aged': `${show}: the data should move to one that is kept up to date.`,
  'check-silent': 'Look at the disks and the database: something is holding this check up.',
  'check-failed': 'The log says why.',
}
