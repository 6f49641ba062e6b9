/**
 * `npm run doctor`: says what is wrong with this installation and what to do. Ends with 1 if requests
 * can be lost or nobody hears of them.
 */
import { readConfig } from '#/server/config/config.ts'
import { runDoctor } from '#/server/doctor/run-doctor.ts'
import { createLogger } from '#/server/runtime/logging.ts'

try {
  const { lines, isWell } = await runDoctor(readConfig(), createLogger('error'))
  process.stdout.write(`${lines.join('\n')}\n`)
  process.exitCode = isWell ? 0 : 1
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
