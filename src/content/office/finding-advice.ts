import type { FindingKey } from '#/contracts/health/finding-catalog.ts'

const show = 'Show this to your administrator'

const isSafe = 'Meanwhile, new requests are safe on the server’s disk.'

/** What to do about each finding, as a sentence for the owner. */
export const findingAdvice: Record<FindingKey, string> = {
  'requests-damaged': `${show}: what’s left of each request is on the server and can be entered by hand.`,
  'journal-unwritable': `${show} soon. If the database fails too, new requests will be turned away.`,
  'disk-full': `${show} now. The disk is full except for space we reserved for requests. Once that’s used up, requests will be turned away.`,
  'disk-low': `${show} soon. Once the disk is full, requests will be turned away.`,
  'database-full': `${show}: the database’s disk needs more space. ${isSafe}`,
  'database-read-only': `${show}: the database has to accept writes again. ${isSafe}`,
  'database-recovering': `Please wait until the database has recovered. ${isSafe}`,
  'database-connections': `${show}: the database has to allow more connections. ${isSafe}`,
  'database-refused': `${show}: the database’s user, password or name is wrong. ${isSafe}`,
  'database-other-version': `${show}: the site needs the version that last used this database.`,
  'database-migrating': 'Please wait. This message goes away when it’s done.',
  'database-away': `${show}: the database needs to be started. ${isSafe}`,
  'database-failing': `${show}: the server’s log has the full error. ${isSafe}`,
  'requests-wait': `They’re safe and will reach your inbox once the database is back. If they’re still waiting and nothing else is listed here, ${show.toLowerCase()}.`,
  'signals-away': 'Notifications and changes on office pages can be up to a minute late.',
  'deliveries-failed': 'Fix the recipient’s or webhook’s address, then resend.',
  'deliveries-overdue':
    'Send a test under Email Notifications to see what the mail server or webhook says.',
  'commits-fsync': `${show}: the database needs fsync turned on.`,
  'commits-full-page-writes': `${show}: the database needs full_page_writes turned on.`,
  'commits-failover': `${show}: a second database has to confirm each write.`,
  'probe-failed': `Send a request through the site’s form yourself. If it doesn’t arrive, ${show.toLowerCase()}.`,
  'backup-late': `Check the backups, and ${show.toLowerCase()}: the server’s log says why none was finished.`,
  'backup-failed': `Check the backups, and ${show.toLowerCase()}. The usual reason is a full disk.`,
  'backup-folder': `${show}: the backup disk is missing.`,
  'backup-problem': `Check the backups, and ${show.toLowerCase()}.`,
  'excess-right': `${show}.`,
  'requests-stuck': `Call the customer, and ${show.toLowerCase()}: the server’s log says why it’s stuck.`,
  'requests-without-contractor': 'Choose a contractor, or call the customer.',
  'papers-lapse': 'Ask for the renewal. After the last day, the contractor gets no offers.',
  'statements-unsent': 'Check the email address, or print the statement and send it yourself.',
  'postgres-aged': `${show}: the data should move to a database that’s kept up to date.`,
  'check-silent': `${show}: something is holding up this check, such as a disk or the database.`,
  'check-failed': `${show}: the server’s log says why.`,
}

/** What is wrong with one request, or with several whose number stands before. */
export const requestFindings = {
  'requests-without-contractor': {
    one: 'A request has no contractor, or came back to you.',
    many: 'requests have no contractor, or came back to you.',
  },
  'requests-stuck': {
    one: 'A request is stuck because of a problem on the server. Please handle it yourself.',
    many: 'requests are stuck because of a problem on the server. Please handle them yourself.',
  },
} satisfies Partial<Record<FindingKey, { one: string; many: string }>>
