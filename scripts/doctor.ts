/**
 * `npm run doctor`: says what is wrong with this installation and what to do. Ends with 1 if requests
 * can be lost or no owner hears of them. `npm run doctor -- mail ADDRESS` sends a test mail.
 */
import { readConfig } from '#/server/config/config.ts'
import { runDoctor } from '#/server/doctor/run-doctor.ts'
import { createLogger } from '#/server/health/logging.ts'

async function run([what, ...words]: string[]): Promise<{ lines: string[]; isWell: boolean }> {
  if (what === undefined) return runDoctor(readConfig(), createLogger('error'))
  if (what !== 'mail') throw new Error('Usage: npm run doctor [-- mail you@example.com]')
  const { sendTestMail } = await import('./send-test-mail.ts')
  return { lines: await sendTestMail(readConfig(), words[0]), isWell: true }
}

try {
  const { lines, isWell } = await run(process.argv.slice(2))
  process.stdout.write(`${lines.join('\n')}\n`)
  process.exitCode = isWell ? 0 : 1
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
