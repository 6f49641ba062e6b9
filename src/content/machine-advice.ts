import type { FindingKey } from '#/contracts/health/finding-catalog.ts'
import { findingAdvice } from './office/finding-advice.ts'

/** What holds of requests while the database is away; `docs/operations.md` says it once. */
export const waitsInJournal =
  'Until then requests wait in the journal and are stored by themselves: do not delete them.'

/** Where settings and files are to be named, which the office never does. */
const forTerminal: Partial<Record<FindingKey, string>> = {
  'requests-damaged':
    'Look in the folder journal of DATA_DIR: each file that ends with .damaged holds one request as JSON. Enter it by hand, and move the file away.',
  'journal-unwritable':
    'Make DATA_DIR writable again: while the database is away too, requests are turned away.',
  'disk-full':
    'Make room on the disk of DATA_DIR: requests are taken only until JOURNAL_RESERVE_MB is used up.',
  'disk-low': 'Make room on the disk of DATA_DIR before it is full: then requests are turned away.',
  'database-full': `Make room on the disk of the database. ${waitsInJournal}`,
  'database-read-only': `Name the server that takes writes in DATABASE_URL, or end what made it read-only. ${waitsInJournal}`,
  'database-recovering': `Wait until it has recovered: its log says how far it is. ${waitsInJournal}`,
  'database-connections': `Raise max_connections of the database, or end what uses its connections: a process of the site needs about ten. ${waitsInJournal}`,
  'database-refused': `Correct the user, password and name in DATABASE_URL. ${waitsInJournal}`,
  'database-away': `Start the database, or correct DATABASE_URL. ${waitsInJournal}`,
  'database-failing': `The log has the whole error. ${waitsInJournal}`,
  'commits-fsync': 'Set fsync to on in the configuration of PostgreSQL.',
  'commits-full-page-writes': 'Set full_page_writes to on in the configuration of PostgreSQL.',
  'commits-failover':
    'Name the standby in synchronous_standby_names in the configuration of PostgreSQL.',
  'probe-failed': 'npm run doctor looks at each step on the way from a visitor to you.',
  'backup-folder': 'Mount its disk, or correct BACKUP_DIR.',
  'excess-right':
    'Give the database to a role without it, and name that role in DATABASE_URL: docs/operations.md, Growing, has the commands.',
  'postgres-aged':
    'Move the data to a PostgreSQL that is kept patched: docs/operations.md, Growing, has the commands.',
}

/** What to do about a finding, for whoever runs the machine: in the doctor and in `docs/operations.md`. */
export const adviceFor = (key: FindingKey): string => forTerminal[key] ?? findingAdvice[key]
