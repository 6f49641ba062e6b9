import { stat, statfs } from 'node:fs/promises'
import type { ClientBase } from 'pg'
import { BackupError } from '../backup-error.ts'
import { size } from './words.ts'

/** What an empty database takes with its write-ahead log. */
const emptyCopyBytes = 350 * 1024 * 1024

/** A migration may write a table anew before the old one is gone. */
const copyFactor = 1.5

/** Where the backup and the copy of the database are made. */
export type Places = { backupFolder: string; copyFolder: string }

async function refuseTooFull(folder: string, needed: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (free >= needed) return
  throw new BackupError(
    `That needs ${size(needed)} on the disk of ${folder}, and ${size(free)} are free.`,
  )
}

/** Throws a BackupError if there is too little room for a backup and a copy of a database. */
export async function checkRoom(
  client: ClientBase,
  { backupFolder, copyFolder }: Places,
): Promise<void> {
  const { rows } = await client.query<{ bytes: string }>(
    'select pg_database_size(current_database()) bytes',
  )
  const bytes = Number(rows[0]?.bytes)
  const copyBytes = copyFactor * bytes + emptyCopyBytes
  const [backupDisk, copyDisk] = await Promise.all([stat(backupFolder), stat(copyFolder)])
  if (backupDisk.dev === copyDisk.dev) return refuseTooFull(copyFolder, bytes + copyBytes)
  await refuseTooFull(backupFolder, bytes)
  await refuseTooFull(copyFolder, copyBytes)
}
