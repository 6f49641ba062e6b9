/**
 * `npm run restore -- FILE`: fills an empty database with a backup: that at `DATABASE_URL`, or the
 * embedded one in `DATA_DIR`. `--key KEYFILE` names the file with the secret key of an encrypted
 * backup, `--sessions` keeps people signed in who were.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { BackupError, describeDiskError } from '#/server/backup/backup-error.ts'
import { rowsOf } from '#/server/backup/file/manifest.ts'
import { restoreBackup } from '#/server/backup/restore/restore-backup.ts'
import { readConfig } from '#/server/config.ts'
import { createLogger } from '#/server/runtime/logging.ts'

const usage = 'Usage: npm run restore -- FILE [--key KEYFILE] [--sessions]'

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
      options: { key: { type: 'string' }, sessions: { type: 'boolean', default: false } },
    })
  } catch {
    throw new BackupError(usage)
  }
}

async function run(args: string[]): Promise<string> {
  const { positionals, values } = parse(args)
  const [file] = positionals
  if (!file || positionals.length > 1) throw new BackupError(usage)
  const { dataDir, databaseUrl } = readConfig()
  const manifest = await restoreBackup({
    path: resolve(file),
    location: { dataDir, databaseUrl },
    secretKeys: values.key ? readKeys(values.key) : [],
    withSessions: values.sessions,
    logger: createLogger('error'),
  })
  const leads = rowsOf(manifest, 'leads').toLocaleString('en')
  return `Restored the backup of ${manifest.madeAt} into ${databaseUrl ? 'the database at DATABASE_URL' : dataDir}: ${leads} leads and all that belongs to them. Start the site with npm start.`
}

try {
  process.stdout.write(`${await run(process.argv.slice(2))}\n`)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
