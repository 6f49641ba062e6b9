/**
 * `npm run upgrade:check`: tries the upgrade of the database to this version on a copy, and says what
 * would happen. The site may run, on an earlier version too. Ends with 1 if the upgrade would fail.
 */
import { checkUpgrade } from '#/server/backup/upgrade/check-upgrade.ts'
import { readConfig } from '#/server/config.ts'
import { createLogger } from '#/server/runtime/logging.ts'

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopping.abort())

try {
  const logger = createLogger('error')
  const { lines, isWell } = await checkUpgrade(readConfig(), { logger, stop: stopping.signal })
  process.stdout.write(`${lines.join('\n')}\n`)
  process.exitCode = isWell ? 0 : 1
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
