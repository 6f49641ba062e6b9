/**
 * `npm run restore -- FILE`: fills an empty database with a backup: that at `DATABASE_URL`, or the
 * embedded one in `DATA_DIR`.
 */
import { join, resolve } from 'node:path'
import { rowsOf } from '#/server/backup/file/manifest.ts'
import { restoreBackup } from '#/server/backup/restore/restore-backup.ts'
import { readConfig } from '#/server/config/config.ts'
import { createLogger } from '#/server/health/logging.ts'
import { eraseAgain, readErased } from '#/server/leads/privacy/erasure.ts'
import { runCommand } from './run-command.ts'

async function run(args: string[]) {
  const [file] = args
  if (!file || args.length > 1) throw new Error('Usage: npm run restore -- FILE')
  const { dataDir, databaseUrl } = readConfig()
  const erasedSince = await readErased(dataDir)
  let erased = 0
  const manifest = await restoreBackup({
    logger: createLogger('error'),
    path: resolve(file),
    location: { dataDir, databaseUrl },
    async finish(tx) {
      erased = await eraseAgain(tx, erasedSince)
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
