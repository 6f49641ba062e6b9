import { fileURLToPath } from 'node:url'
import type { Config } from '../../config.ts'
import type { DatabaseLocation } from '../../db/database.ts'
import { NoOutcome, runInOwnProcess } from '../../runtime/own-process.ts'

/** The settings that an upgrade depends on. */
export type UpgradeConfig = Pick<Config, 'backup' | 'dataDir' | 'databaseUrl'>

/** An upgrade that is to be tried. */
export type RehearsalOrder = {
  location: DatabaseLocation
  migrationsFolder: string
  /** Of the backup, which is made first. */
  path: string
  publicKeys: readonly string[]
  /** The data folder whose key signs it; null if it is deleted again. */
  signer: string | null
  /** Where the copy of the database is made, and how its folder's name begins. */
  copyFolder: string
  prefix: string
  /** What is there with that prefix was left by processes that were killed. */
  mayClean: boolean
}

/** Why a rehearsal did not come to a good end. */
export type RehearsalFailure = {
  /** The database is away, or nobody waits for the outcome: it says nothing of the upgrade. */
  isAway: boolean
  /** A sentence for the owner. */
  problem: string
  /** The migration that fails. */
  migration?: string
}

/** How far a rehearsal came. */
export type Rehearsal = {
  backup?: { bytes: number; leads: number; ms: number }
  /** How long it took to restore the backup into the copy, where every row is as it was. */
  copyMs?: number
  /** Those that came through, and how long each took. */
  migrations: { name: string; ms: number }[]
  failure?: RehearsalFailure
}

const entry = fileURLToPath(new URL('job.ts', import.meta.url))

/**
 * Makes a backup of a database, restores it into a copy, and migrates that, in a process of its own.
 * The database stays as it is.
 */
export async function rehearse(order: RehearsalOrder, stop: AbortSignal): Promise<Rehearsal> {
  const fail = (problem: string) => ({
    migrations: [],
    failure: { isAway: stop.aborted, problem },
  })
  try {
    const rehearsal = await runInOwnProcess<Rehearsal>(entry, order, { stop })
    return rehearsal ?? fail('It was ended before it was done.')
  } catch (error) {
    if (error instanceof NoOutcome) return fail(error.message)
    throw error
  }
}

/** How long the migrations took together. */
export const totalMs = ({ migrations }: Rehearsal) =>
  migrations.reduce((total, { ms }) => total + ms, 0)

/** What a failure comes to, as sentences that begin the line for the terminal. */
export function describeRehearsalFailure({ migration, problem }: RehearsalFailure): string {
  return migration
    ? `The upgrade would fail: the migration ${migration} fails on a copy of the database. ${problem}`
    : `The upgrade could not be tried on a copy of the database. ${problem}`
}
