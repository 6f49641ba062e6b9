/**
 * `npm run restore -- FILE`: fills an empty database with a backup: that at `DATABASE_URL`, or the
 * embedded one in `DATA_DIR`. `npm run restore -- --at TIME` makes the database in a new `DATA_DIR` as it
 * was at a second, from `ARCHIVE_DIR`; `--at end` as it was last. `--key KEYFILE` names the file with the
 * secret key of what is encrypted, `--sessions` keeps people signed in who were, and `--trust` restores
 * also what the key in `DATA_DIR` has not signed.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Temporal } from 'temporal-polyfill'
import { business } from '#/content/business.ts'
import { readErased } from '#/server/backup/archive/bases.ts'
import { restoreArchive } from '#/server/backup/archive/restore-archive.ts'
import { BackupError, describeDiskError } from '#/server/backup/file/backup-error.ts'
import { rowsOf } from '#/server/backup/file/manifest.ts'
import { confirmRestore, restoreBackup } from '#/server/backup/restore/restore-backup.ts'
import { readConfig } from '#/server/config/config.ts'
import * as schema from '#/server/db/tables/schema.ts'
import { createLogger } from '#/server/health/logging.ts'
import { eraseAgain } from '#/server/leads/privacy/erasure.ts'
import { runCommand } from './run-command.ts'

const options = '[--key KEYFILE] [--sessions] [--trust]'
const usage = [
  `Usage: npm run restore -- FILE ${options}`,
  `       npm run restore -- --at "YYYY-MM-DD HH:MM:SS" ${options}`,
  `       npm run restore -- --at end ${options}`,
].join('\n')

type Values = ReturnType<typeof parse>['values']

/** The secret keys in a file as `age-keygen` writes it. */
function readKeys(file: string): string[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new BackupError(describeDiskError(error, file) ?? `${file} cannot be read.`)
  }
  const keys = text.match(/^AGE-SECRET-KEY-\S+/gm)
  if (!keys) throw new BackupError(`There is no line with AGE-SECRET-KEY-… in ${file}.`)
  return keys
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        at: { type: 'string' },
        key: { type: 'string' },
        sessions: { type: 'boolean', default: false },
        trust: { type: 'boolean', default: false },
      },
    })
  } catch {
    throw new BackupError(usage)
  }
}

const { timeZone } = business

const inWords = (time: Date) =>
  `${time.toLocaleString('sv-SE', { timeZone })} ${timeZone} (${time.toISOString()})`

/** The moment that was asked for, where the business is unless it says otherwise; undefined for the end. */
function parseMoment(text: string): Date | undefined {
  if (text === 'end') return undefined
  try {
    const local = text.trim().replace(' ', 'T')
    const { epochMilliseconds } = /(Z|[+-]\d\d:?\d\d)$/.test(local)
      ? Temporal.Instant.from(local)
      : Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone)
    const moment = new Date(epochMilliseconds)
    if (moment.getTime() < Date.now()) return moment
  } catch {
    // Told below.
  }
  throw new BackupError(
    `--at must be end, or a time that has passed, such as "2026-11-22 03:17:05" in ${timeZone}, or 2026-11-22T08:17:05Z`,
  )
}

const withoutErased = (erased: number) =>
  erased > 0 ? [`Erased again what had been erased since: ${erased} of the leads.`] : []

/** What both kinds of restore are given. */
function readOrder(values: Values) {
  return {
    secretKeys: values.key ? readKeys(values.key) : [],
    withSessions: values.sessions,
    confirm: (doubt: string) =>
      confirmRestore(doubt, values.trust, { input: process.stdin, output: process.stderr }),
    logger: createLogger('error'),
  }
}

async function runArchive(values: Values, moment: string): Promise<string[]> {
  const { archiveDir, dataDir, databaseUrl } = readConfig()
  if (databaseUrl || !archiveDir)
    throw new BackupError('--at takes the archive of an embedded database: set ARCHIVE_DIR.')
  const at = parseMoment(moment)
  const { lastChange, leads, erased, isCut, base } = await restoreArchive({
    ...readOrder(values),
    ...{ folder: archiveDir, dataDir, at },
    eraseAgain: (client, ids) => eraseAgain(drizzle(client, { schema }), ids),
  })
  return [
    `Restored the database as it was ${at ? `at ${inWords(at)}` : 'last'} into ${dataDir}: ${leads.toLocaleString('en')} leads and everything else.`,
    lastChange
      ? `The last change in it was made at ${inWords(lastChange)}.`
      : `Nothing was changed after its base ${base}.`,
    ...(isCut ? ['The archive is damaged after that: what came later is not in it.'] : []),
    ...withoutErased(erased),
  ]
}

async function runBackup(values: Values, file: string): Promise<string[]> {
  const { archiveDir, dataDir, databaseUrl } = readConfig()
  const location = { dataDir, databaseUrl }
  // Before anything is restored.
  const erasedSince = archiveDir ? await readErased(archiveDir) : []
  let erased = 0
  const manifest = await restoreBackup({
    ...readOrder(values),
    ...{ path: resolve(file), location, signer: dataDir },
    async finish(client) {
      erased = await eraseAgain(drizzle(client, { schema }), erasedSince)
    },
  })
  const leads = rowsOf(manifest, 'leads').toLocaleString('en')
  const target = databaseUrl ? 'the database at DATABASE_URL' : dataDir
  return [
    `Restored the backup of ${manifest.madeAt} into ${target}: ${leads} leads and all that belongs to them.`,
    ...withoutErased(erased),
  ]
}

async function run(args: string[]) {
  const { positionals, values } = parse(args)
  const [file] = positionals
  if (positionals.length + (values.at === undefined ? 0 : 1) !== 1) throw new BackupError(usage)
  const lines = file ? await runBackup(values, file) : await runArchive(values, values.at ?? 'end')
  return { lines: [...lines, 'Start the site with npm start.'] }
}

await runCommand(run)
