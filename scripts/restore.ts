/**
 * `npm run restore -- FILE`: fills an empty database with a backup: that at `DATABASE_URL`, or the
 * embedded one in `DATA_DIR`. `--sessions` keeps people signed in who were.
 */
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { drizzle } from 'drizzle-orm/node-postgres'
import { BackupError } from '#/server/backup/file/backup-error.ts'
import { rowsOf } from '#/server/backup/file/manifest.ts'
import { restoreBackup } from '#/server/backup/restore/restore-backup.ts'
import { readConfig } from '#/server/config/config.ts'
import { createLogger } from '#/server/health/logging.ts'
import { eraseAgain, readErased } from '#/server/leads/privacy/erasure.ts'
import { runCommand } from './run-command.ts'

const usage = 'Usage: npm run restore -- FILE [--sessions]'

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { sessions: { type: 'boolean', default: false } },
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
    withSessions: values.sessions,
    logger: createLogger('error'),
    path: resolve(file),
    location: { dataDir, databaseUrl },
    async finish(client) {
      erased = await eraseAgain(drizzle(client), erasedSince)
    },
  })
  const leads = rowsOf(manifest, 'leads').toLocaleString('en')
  const target = databaseUrl ? 'the database at DATABASE_URL' : dataDir
  const lines = [
    `Restored the backup from ${manifest.madeAt} into ${target}: ${leads} leads and everything else in it.`,
    erasedSince.length === 0 &&
      `There’s no list of erased requests at ${join(dataDir, 'erased')}. If you’ve erased anyone’s data since this backup, erase it again.`,
    erased > 0 && `Leads erased since the backup, and now erased again: ${erased}.`,
    'Start the site with npm start.',
  ]
  return { lines: lines.filter((line) => line !== false) }
}

await runCommand(run)
