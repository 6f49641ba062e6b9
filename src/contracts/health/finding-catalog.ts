/** `bad`: requests can be lost, or no one is told of them. `warn`: worth a look. */
export type Severity = 'bad' | 'warn'

type CatalogEntry = {
  severity: Severity
  /** Concerns storing and telling requests, so `/readyz` shows it without a session. */
  isPublic: boolean
  /** What to do, as a sentence for the owner. Whoever runs the machine reads `src/server/health/advice.ts`. */
  advice: string
}

const bad = (advice: string): CatalogEntry => ({ severity: 'bad', isPublic: true, advice })
const warn = (advice: string): CatalogEntry => ({ severity: 'warn', isPublic: true, advice })
const inside = (entry: CatalogEntry): CatalogEntry => ({ ...entry, isPublic: false })

const show = 'Show this to whoever runs the server'

const waitsInJournal = 'Until then new requests are safe on the server’s disk.'

/**
 * All that the product can find wrong with itself, the most urgent first. The function that finds
 * it has its words; `docs/operations.md` has a row for each key.
 */
export const findingCatalog = {
  'requests-damaged': bad(
    `${show}: what is left of each can be read on the server, and entered by hand.`,
  ),
  'journal-unwritable': bad(`${show}, soon: if the database fails too, requests are turned away.`),
  'disk-full': bad(
    `${show}, now: its disk is full, and requests fit only until the space reserved for them is used up.`,
  ),
  'disk-low': warn(`${show}, before it’s full: then requests are turned away.`),
  'database-full': bad(`Make room on the disk of the database. ${waitsInJournal}`),
  'database-read-only': bad(`${show}: the database must take writes again. ${waitsInJournal}`),
  'database-recovering': bad(
    `Wait until it has recovered: its log says how far it is. ${waitsInJournal}`,
  ),
  'database-connections': bad(
    `${show}: the database must take more connections. ${waitsInJournal}`,
  ),
  'database-refused': bad(
    `${show}: the user, password or name of the database is wrong. ${waitsInJournal}`,
  ),
  'database-other-version': bad('Start the version of the product that last used the database.'),
  'database-migrating': warn('Wait: the log says when it is done.'),
  'database-away': bad(`${show}: the database must be started. ${waitsInJournal}`),
  'database-failing': bad(`${show}: the server’s log has the whole error. ${waitsInJournal}`),
  'requests-wait': bad(
    'They’re safe on the server’s disk and will be stored as soon as the database takes them. If they stay and nothing else is listed here, the server’s log says why.',
  ),
  'signals-away': warn(
    'Open pages of the office and notifications can be a minute late until the connection is back.',
  ),
  'deliveries-failed': bad('Fix the address of the recipient or the program, then resend.'),
  'deliveries-overdue': bad(
    'Send a test under Email Notifications: it shows what the mail server, or the other program, says.',
  ),
  'commits-fsync': bad(`${show}: the database must wait for its disk.`),
  'commits-full-page-writes': bad(`${show}: the database must write whole pages.`),
  'commits-failover': bad(`${show}: a second database must confirm each write.`),
  'probe-failed': bad(
    `Send a request through the form of the site yourself. If it doesn’t arrive: ${show.toLowerCase()}.`,
  ),
  'backup-late': inside(bad('See the backups. The log says why none was finished.')),
  'backup-failed': inside(bad('See the backups and the log. A full disk is the usual reason.')),
  'backup-folder': inside(bad(`${show}: the disk of the backups must be there.`)),
  'backup-problem': inside(warn('See the backups and the log.')),
  'excess-right': inside(warn(`${show}: the site has more rights in its database than it needs.`)),
  'requests-stuck': inside(warn('Call the customer. The log says why the server can’t go on.')),
  'requests-without-contractor': inside(warn('Choose a contractor, or call the customer.')),
  'papers-lapse': inside(
    warn('Ask for the renewal: after the last day the contractor gets no offers.'),
  ),
  'postgres-aged': inside(warn(`${show}: the data should move to one that is kept up to date.`)),
  'check-silent': warn('Look at the disks and the database: something is holding this check up.'),
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
