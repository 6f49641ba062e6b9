/**
 * Tries one upgrade on a copy: the process that `rehearse` starts for it. It takes a `RehearsalOrder` as
 * its only message and answers with a `Rehearsal`. Its priority is the usual one: visitors' requests
 * wait for the database until it is done.
 */
import { isDatabaseAway } from '../../db/failures.ts'
import { readMigrations } from '../../db/migrations.ts'
import { makePassingKey } from '../../runtime/encryption.ts'
import { createLogger } from '../../runtime/logging.ts'
import { answerOrder } from '../../runtime/own-process.ts'
import { rowsOf } from '../file/manifest.ts'
import { makeBackup } from '../make/make-backup.ts'
import { compareTables } from '../restore/compare-tables.ts'
import { restoreAnd } from '../restore/restore-backup.ts'
import { removeLeftScratch, withScratch } from '../restore/scratch.ts'
import { describeProblem } from '../schedule/describe-problem.ts'
import { MigrationFailed, migrateCopy, readEveryTable } from './migrate-copy.ts'
import type { Rehearsal, RehearsalFailure, RehearsalOrder } from './rehearsal.ts'

const logger = createLogger('error')

/** Adds to `found` what comes out well. */
async function tryUpgrade(
  order: RehearsalOrder,
  stop: AbortSignal,
  found: Rehearsal,
): Promise<void> {
  const { path, location, publicKeys, signer, copyFolder, prefix } = order
  // The file itself is restored, so this process must be able to read it: nobody else has this key.
  const key = publicKeys.length > 0 ? await makePassingKey() : undefined
  if (order.mayClean) await removeLeftScratch(copyFolder, prefix, logger)
  let began = performance.now()
  const { bytes, manifest } = await makeBackup({
    ...{ path, location, signer, logger, stop },
    publicKeys: key ? [...publicKeys, key.public] : [],
  })
  found.backup = { bytes, leads: rowsOf(manifest, 'leads'), ms: performance.now() - began }
  const isLater = ({ folderMillis }: { folderMillis: number }) => folderMillis > manifest.migration
  const migrations = readMigrations(order.migrationsFolder).filter(isLater)
  began = performance.now()
  await withScratch(copyFolder, prefix, logger, async (dataDir) => {
    const secretKeys = key ? [key.secret] : []
    const source = { path, secretKeys, signer, withSessions: true, asItWas: true }
    await restoreAnd({ ...source, location: { dataDir }, logger, stop }, async (client) => {
      await compareTables(client, manifest)
      found.copyMs = performance.now() - began
      await migrateCopy(client, migrations, (done) => found.migrations.push(done))
      await readEveryTable(client)
    })
  })
}

/** SQLSTATE disk_full. */
const diskFull = '53100'

function describe(error: unknown, { backup }: Rehearsal, copyFolder: string): RehearsalFailure {
  const cause = error instanceof MigrationFailed ? error.cause : error
  const { code = '' } = cause as { code?: string }
  const isAway = !backup && isDatabaseAway(error)
  if (code === diskFull) return { isAway, problem: `The disk of ${copyFolder} is full.` }
  if (error instanceof MigrationFailed) {
    const problem = `The log says why${code && ` (${code})`}.`
    return { isAway, problem, migration: error.migration }
  }
  return { isAway, problem: describeProblem(error, false) }
}

answerOrder<RehearsalOrder>(async (order, stop) => {
  const found: Rehearsal = { migrations: [] }
  try {
    await tryUpgrade(order, stop, found)
    return found
  } catch (error) {
    if (stop.aborted) return { ...found, failure: { isAway: true, problem: 'It was stopped.' } }
    logger.error(
      { err: error instanceof MigrationFailed ? error.cause : error },
      'an upgrade failed on a copy of the database',
    )
    return { ...found, failure: describe(error, found, order.copyFolder) }
  }
})
