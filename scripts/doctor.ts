/**
 * `npm run doctor`: says what is wrong with this installation and what to do. Ends with 1 if requests
 * can be lost or no owner hears of them.
 */
import { readConfig } from '#/server/config/config.ts'
import { runDoctor } from '#/server/doctor/run-doctor.ts'
import { createLogger } from '#/server/health/logging.ts'
import { runCommand } from './run-command.ts'

await runCommand(async (words) => {
  if (words.length > 0) throw new Error('Usage: npm run doctor')
  return runDoctor(readConfig(), createLogger('error'))
})
