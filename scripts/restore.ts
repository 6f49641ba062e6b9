/**
 * `npm run restore -- FILE`: fills an empty database with a backup: that at `DATABASE_URL`, or the
 * embedded one in `DATA_DIR`. `--key KEYFILE` names the file with the secret key of what is encrypted,
 * `--sessions` keeps people signed in who were, and `--trust` restores also what the key in `DATA_DIR`
 * has not signed.
 */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { drizzle } from 'drizzle-orm/node-postgres'
import { BackupError, describeDiskError } from '#/server/backup/file/backup-error.ts'
import { rowsOf } from '#/server/backup/file/manifest.ts'
import { confirmRestore, restoreBackup } from '#/server/backup/restore/restore-backup.ts'
import { readConfig } from '#/server/config/config.ts'
import * as schema from '#/server/db/tables/schema.ts'
import { createLogger } from '#/server/health/logging.ts'
import { eraseAgain, readErased } from '#/server/leads/privacy/erasure.ts'
import { runCommand } from './run-command.ts'

const usage = 'Usage: npm run restore -- FILE [--key KEYFILE] [--sessions] [--trust]'

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
        key: { type: 'string' },
        sessions: { type: 'boolean', default: false },
        trust: { type: 'boolean', default: false },
      },
    })
  } catch {
    throw new BackupError(usage)
  }
}

async function run(args: string[]) {
  const { positionals, values } = parse(args)
  const [file] = positionals
  if (!file || positionals.length > 1) throw new BackupError(usage)
  const { dataDir, databaseUrl } = readConfig()
  const erasedSince = await readErased(dataDir)
  let erased = 0
  const manifest = await restoreBackup({
    secretKeys: values.key ? readKeys(values.key) : [],
    withSessions: values.sessions,
    confirm: (doubt) =>
      confirmRestore(doubt, values.trust, { input: process.stdin, output: process.stderr }),
    logger: createLogger('error'),
    ...{ path: resolve(file), location: { dataDir, databaseUrl }, signer: dataDir },
    async finish(client) {
      erased = await eraseAgain(drizzle(client, { schema }), erasedSince)
    },
  })
  const leads = rowsOf(manifest, 'leads').toLocaleString('en')
  const target = databaseUrl ? 'the database at DATABASE_URL' : dataDir
  const lines = [
    `Restored the backup of ${manifest.madeAt} into ${target}: ${leads} leads and all that belongs to them.`,
    erasedSince.length === 0 &&
      `There is no list of erased requests at ${join(dataDir, 'erased')}: if somebody was erased since, erase them again.`,
    erased > 0 && `Erased again what had been erased since: ${erased} of the leads.`,
    'Start the site with npm start.',
  ]
  return { lines: lines.filter((line) => line !== false) }
}

await runCommand(run)
