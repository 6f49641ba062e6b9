import type { FindingKey } from '#/contracts/health/finding-catalog.ts'
import { findingAdvice } from './office/finding-advice.ts'

/** What holds of requests while the database is away; `docs/operations.md` says it once. */
export const waitsInJournal =
  'Meanwhile, requests wait in the journal, and they’re stored automatically afterward. Don’t delete them.'

/** Where settings and files are to be named, which the office never does. */
const forTerminal: Partial<Record<FindingKey, string>> = {
  'requests-damaged':
    'In DATA_DIR/journal, each file that ends in .damaged holds one request as JSON. Enter the request by hand, then move the file elsewhere.',
  'journal-unwritable':
    'Make DATA_DIR writable again. If the database goes down too, requests are turned away.',
  'disk-full':
    'Free up space on the disk of DATA_DIR. Requests are taken only until JOURNAL_RESERVE_MB is used up.',
  'disk-low': 'Free up space on the disk of DATA_DIR. Once it’s full, requests are turned away.',
  'database-full': `Free up space on the database’s disk. ${waitsInJournal}`,
  'database-read-only': `Set DATABASE_URL to the server that accepts writes, or make this one writable again. ${waitsInJournal}`,
  'database-recovering': `Wait until it has recovered. Its log says how far along it is. ${waitsInJournal}`,
  'database-connections': `Raise the database’s max_connections, or stop what’s using its connections. Each process of the site needs about ten. ${waitsInJournal}`,
  'database-refused': `Correct the user, password and name in DATABASE_URL. ${waitsInJournal}`,
  'database-other-version': 'Start the version that last used this database.',
  'database-migrating': 'Please wait. The server’s log says when it’s done.',
  'database-away': `Start the database, or correct DATABASE_URL. ${waitsInJournal}`,
  'database-failing': `The server’s log has the full error. ${waitsInJournal}`,
  'requests-wait': 'If they stay and nothing else is listed here, the server’s log says why.',
  'commits-fsync': 'Set fsync to on in the PostgreSQL configuration.',
  'commits-full-page-writes': 'Set full_page_writes to on in the PostgreSQL configuration.',
  'commits-failover':
    'Name the standby in synchronous_standby_names in the PostgreSQL configuration.',
  'probe-failed': 'Run npm run doctor to check each step between a visitor and you.',
  'backup-late': 'Check the backups. The server’s log says why none was finished.',
  'backup-failed': 'Check the backups and the server’s log. The usual reason is a full disk.',
  'backup-folder': 'Mount its disk, or correct BACKUP_DIR.',
  'backup-problem': 'Check the backups and the server’s log.',
  'excess-right':
    'Make a role without that right the owner of the database, and use that role in DATABASE_URL. docs/operations.md, Growing, has the commands.',
  'requests-stuck': 'Call the customer. The server’s log says why it’s stuck.',
  'postgres-aged':
    'Move the data to a PostgreSQL that’s kept patched. docs/operations.md, Growing, has the commands.',
  'check-silent': 'Check the disks and the database. Something is holding up this check.',
  'check-failed': 'The server’s log says why.',
}

/** What to do about a finding, for whoever runs the machine: in the doctor and in `docs/operations.md`. */
export const adviceFor = (key: FindingKey): string => forTerminal[key] ?? findingAdvice[key]
