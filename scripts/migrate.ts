/**
 * Brings the database to this version, after a backup, as a start does. `deploy/install` runs it while
 * the processes of the earlier release still serve. Ends with 1, and one line, if that cannot be done.
 */
import { guardUpgrade } from '#/server/backup/schedule/guard-upgrade.ts'
import { readConfig } from '#/server/config/config.ts'
import { openDatabase } from '#/server/db/connect/client.ts'
import { createLogger } from '#/server/health/logging.ts'
import { runCommand } from './run-command.ts'

await runCommand(async () => {
  const config = readConfig()
  const logger = createLogger('error')
  const beforeUpgrade = guardUpgrade(config, logger)
  const database = await openDatabase(config, logger, { beforeUpgrade })
  await database.close()
  return { lines: [] }
})
