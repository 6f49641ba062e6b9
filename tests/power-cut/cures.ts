import { type Change, commitsAtOnce } from '../history/without.ts'
import type { CountsSync } from './simulated-disk.ts'

/**
 * What keeps leads through a power cut, and how it is switched off: by a disk that does not care for
 * some syncs, by settings of the database, or by changes of the product.
 */
export type Cure = { name: string; countsSync?: CountsSync } & Partial<Differences>

/** How the product and its database differ from what they are. */
export type Differences = { settings: readonly string[]; changes: readonly Change[] }

const isIn = (folder: string, path: string) => `${path}/`.startsWith(`${folder}/`)

/** Every cure of the product and of its database. */
export const cures: readonly Cure[] = [
  {
    name: 'journal-sync',
    countsSync: (path, kind) => kind === 'folder' || !isIn('data/journal', path),
  },
  {
    name: 'folder-sync',
    countsSync: (path, kind) => kind === 'file' || path !== 'data/journal',
  },
  { name: 'database-sync', countsSync: (path) => !isIn('data/postgres', path) },
  {
    name: 'synchronous-commit',
    settings: ['wal_writer_delay=10s'],
    changes: [commitsAtOnce],
  },
  { name: 'full-page-writes', settings: ['full_page_writes=off'] },
]
