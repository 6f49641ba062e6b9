/**
 * Brings the database to this version, after a backup, as a start does. `deploy/install` runs it while
 * the processes of the earlier release still serve. Ends with 1, and one line, if that cannot be done.
 */
import { guardUpgrade } from '#/server/backup/schedule/guard-upgrade.ts'
import { readConfig } from '#/server/config/config.ts'
import { openDatabase } from '#/server/db/connect/client.ts'
import { createLogger } from '#/server/health/logging.ts'

try {
  const config = readConfig()
  const logger = createLogger('error')
  const database = await openDatabase(config, logger, {
    beforeUpgrade: guardUpgrade(config, logger),
  })
  await database.close()
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
