import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/**
 * Runs the tests of a configuration; arguments of the command choose files. Returns the exit code.
 */
export async function runVitest(config: URL): Promise<number> {
  const args = ['run', '--config', fileURLToPath(config), ...process.argv.slice(2)]
  const vitest = spawn('vitest', args, { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => vitest.kill(signal))
  const [code] = await once(vitest, 'exit')
  return code ?? 1
}
