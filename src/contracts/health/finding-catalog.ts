/** `bad`: requests can be lost, or no one is told of them. `warn`: worth a look. */
export type Severity = 'bad' | 'warn'

/** `isPublic`: it concerns storing and telling requests, so `/readyz` shows it without a session. */
type CatalogEntry = { severity: Severity; isPublic: boolean }

const bad: CatalogEntry = { severity: 'bad', isPublic: true }
const warn: CatalogEntry = { severity: 'warn', isPublic: true }
const inside = (entry: CatalogEntry): CatalogEntry => ({ ...entry, isPublic: false })

/**
 * All that the product can find wrong with itself, the most urgent first. The function that finds
 * it has its words, `src/content/office/finding-advice.ts` what to do; `docs/operations.md` has a row for
 * each key.
 */
export const findingCatalog = {
  'requests-damaged': bad,
  'journal-unwritable': bad,
  'disk-full': bad,
  'disk-low': warn,
  'database-full': bad,
  'database-read-only': bad,
  'database-recovering': bad,
  'database-connections': bad,
  'database-refused': bad,
  'database-other-version': bad,
  'database-migrating': warn,
  'database-away': bad,
  'database-failing': bad,
  'requests-wait': bad,
  'signals-away': warn,
  'deliveries-failed': bad,
  'deliveries-overdue': bad,
  'commits-fsync': bad,
  'commits-full-page-writes': bad,
  'commits-failover': bad,
  'probe-failed': bad,
  'backup-late': inside(bad),
  'backup-failed': inside(bad),
  'backup-folder': inside(bad),
  'backup-problem': inside(warn),
  'excess-right': inside(warn),
  'requests-stuck': inside(warn),
  'requests-without-contractor': inside(warn),
  'papers-lapse': inside(warn),
  'statements-unsent': inside(warn),
  'postgres-aged': inside(warn),
  'check-silent': warn,
  'check-failed': warn,
} satisfies Record<string, CatalogEntry>

export type FindingKey = keyof typeof findingCatalog

export const findingKeys = Object.keys(findingCatalog) as [FindingKey, ...FindingKey[]]
