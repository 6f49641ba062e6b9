/**
 * `npm run backup -- FILE`: writes all that the database holds to a file, while the site takes
 * requests.
 */
import { resolve } from 'node:path'
import { rowsOf } from '#/server/backup/file/manifest.ts'
import { makeBackup } from '#/server/backup/make/make-backup.ts'
import { readConfig } from '#/server/config/config.ts'
import { createLogger } from '#/server/health/logging.ts'
import { runCommand } from './run-command.ts'

async function run(args: string[]) {
  const [file] = args
  if (!file || args.length > 1) throw new Error('Usage: npm run backup -- FILE')
  const { dataDir, databaseUrl } = readConfig()
  const { path, bytes, manifest } = await makeBackup({
    path: resolve(file),
    location: { dataDir, databaseUrl },
    logger: createLogger('error'),
  })
  const size = `${(bytes / 1024 / 1024).toFixed(1)} MB`
  const leads = rowsOf(manifest, 'leads').toLocaleString('en')
  return { lines: [`Saved ${path} (${size}): ${leads} leads and everything else in the database.`] }
}

await runCommand(run)
