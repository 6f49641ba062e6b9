import type { CountsSync } from './simulated-disk.ts'

/**
 * What keeps leads through a power cut, and how it is switched off: by a disk that does not care for
 * some syncs, or by settings of the database.
 */
export type Cure = { name: string; countsSync?: CountsSync; settings?: readonly string[] }

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
  { name: 'synchronous-commit', settings: ['synchronous_commit=off', 'wal_writer_delay=10s'] },
  { name: 'full-page-writes', settings: ['full_page_writes=off'] },
]
