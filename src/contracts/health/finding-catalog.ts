/** `bad`: requests can be lost, or no one is told of them. `warn`: worth a look. */
export const severities = ['bad', 'warn'] as const

export type Severity = (typeof severities)[number]

type CatalogEntry = {
  severity: Severity
  /** Concerns storing and telling requests, so `/readyz` shows it without a session. */
  isPublic: boolean
  /** What to do, as a sentence for the owner. */
  advice: string
}

const bad = (advice: string): CatalogEntry => ({ severity: 'bad', isPublic: true, advice })
const warn = (advice: string): CatalogEntry => ({ severity: 'warn', isPublic: true, advice })
const inside = (entry: CatalogEntry): CatalogEntry => ({ ...entry, isPublic: false })

const waitsInJournal =
  'Until then requests wait in the journal and are stored by themselves: do not delete them.'

/**
 * All that the product can find wrong with itself, the most urgent first. The function that finds
 * it has its words; `docs/operations.md` has a row for each key.
 */
export const findingCatalog = {
  'requests-damaged': bad(
    'Look in the folder “journal” of DATA_DIR: each file that ends with “.damaged” holds one request as JSON. Enter it by hand, and move the file away.',
  ),
  'journal-unwritable': bad(
    'Make DATA_DIR writable again: while the database is away too, requests are turned away.',
  ),
  'journal-slow': warn('Look at the disk of DATA_DIR, and at what else writes to it.'),
  'database-full': bad(`Make room on the disk of the database. ${waitsInJournal}`),
  'database-read-only': bad(
    `Name the server that takes writes in DATABASE_URL, or end what made it read-only. ${waitsInJournal}`,
  ),
  'database-recovering': bad(
    `Wait until it has recovered: its log says how far it is. ${waitsInJournal}`,
  ),
  'database-connections': bad(
    `Raise max_connections of the database, or end what uses its connections: a process of the site needs about ten. ${waitsInJournal}`,
  ),
  'database-refused': bad(`Correct the user, password and name in DATABASE_URL. ${waitsInJournal}`),
  'database-shared-sessions': bad(
    'Set pool_mode to session there (pgbouncer), or name the server itself in DATABASE_URL.',
  ),
  'database-other-version': bad('Start the version of the product that last used the database.'),
  'database-migrating': warn('Wait: the log says when it is done.'),
  'database-disk': bad(`Look at the disk of the database, and at its log. ${waitsInJournal}`),
  'database-away': bad(`Start the database, or correct DATABASE_URL. ${waitsInJournal}`),
  'database-failing': bad(`The log has the whole error. ${waitsInJournal}`),
  'database-slow': warn('Look at the disk of the database, and at what else it does.'),
  'requests-wait': bad(
    'They are safe on the server’s disk and are stored by themselves as soon as the database takes them. If nothing else is listed here and they stay, the server’s log says why.',
  ),
  'signals-away': warn(
    'Open pages of the office and notifications can be a minute late until the connection is back.',
  ),
  'mail-away': bad(
    'Correct the mail server under Email Notifications, or fix it. Emails are tried again for three days.',
  ),
  'deliveries-failed': bad('Correct the recipient or the webhook, and send them again.'),
  'deliveries-overdue': bad('See under Email Notifications what the mail server or webhook said.'),
  'deliveries-unread': warn('The log says why.'),
  'commits-fsync': bad('Set fsync to on in the configuration of PostgreSQL.'),
  'commits-full-page-writes': bad('Set full_page_writes to on in the configuration of PostgreSQL.'),
  'commits-failover': bad(
    'Name the standby in synchronous_standby_names in the configuration of PostgreSQL.',
  ),
  'probe-failed': bad('npm run doctor looks at each step on the way from a visitor to you.'),
  'probe-late': warn('A process must run for it; the log says what kept it.'),
  'archive-failing': inside(bad('Mount its disk, or correct its folder in the settings.')),
  'backup-late': inside(bad('See the backups, and the log for why none was finished.')),
  'backup-failed': inside(bad('See the backups and the log. A full disk is the usual reason.')),
  'backup-folder': inside(bad('Mount its disk, or correct BACKUP_DIR.')),
  'backup-problem': inside(warn('See the backups and the log.')),
  'excess-right': inside(
    warn(
      'Give the database to a role without it, and name that role in DATABASE_URL: docs/operations.md, Growing, has the commands.',
    ),
  ),
  'requests-without-contractor': inside(warn('Open each of them, and find it a contractor.')),
  'papers-lapse': inside(
    warn('Ask for new papers: after their last day the contractor gets no offers.'),
  ),
  'postgres-aged': inside(warn('Move the data to a PostgreSQL that is kept patched.')),
  'check-silent': warn('Look at the disks and the database: something holds this check up.'),
  'check-failed': warn('The log says why.'),
} satisfies Record<string, CatalogEntry>

export type FindingKey = keyof typeof findingCatalog

export const findingKeys = Object.keys(findingCatalog) as [FindingKey, ...FindingKey[]]

/** The text with an N for each number, so that it stays the same while only a number changes. */
export function withoutNumbers(text: string): string {
  return text.replaceAll(/\d[\d.,]*(?=\D|$)/g, (number) =>
    /[.,]$/.test(number) ? `N${number.at(-1)}` : 'N',
  )
}
