/**
 * `node scripts/make/release-data.ts`: writes what the current version stores, filled with an invented autumn, to
 * `tests/releases/VERSION.backup`. Later versions are tested to upgrade it. A file that is there is left
 * as it is.
 */
import { join } from 'node:path'
import { makeBackup } from '#/server/backup/make/make-backup.ts'
import { openDatabase } from '#/server/db/connect/client.ts'
import { fillSeason } from '#tests/releases/fill-season.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import packageJson from '../../package.json' with { type: 'json' }

const path = join(import.meta.dirname, '../../tests/releases', `${packageJson.version}.backup`)
const folder = temporaryFolder()
const location = { dataDir: join(folder.path, 'data') }
try {
  const handle = await openDatabase(location, silentLogger)
  try {
    await fillSeason(handle.db)
    const { bytes } = await makeBackup({
      path,
      location,
      logger: silentLogger,
    })
    process.stdout.write(`Made ${path}: ${bytes} bytes.\n`)
  } finally {
    await handle.close()
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
} finally {
  folder.remove()
}
