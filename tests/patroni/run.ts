import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { buildIfStale } from '../../scripts/build.ts'
import { installCluster, whyNoCluster } from './packages.ts'

/** `npm run patroni`: the product on a cluster whose primary changes. Installs what is missing. */
async function main(): Promise<number> {
  const problem = whyNoCluster()
  if (problem) {
    process.stderr.write(`${problem}: run npm run patroni as root, on Debian 12.\n`)
    return 1
  }
  installCluster()
  await buildIfStale()
  const config = fileURLToPath(new URL('vitest.config.ts', import.meta.url))
  const vitest = spawn('vitest', ['run', '--config', config, ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => vitest.kill(signal))
  const [code] = await once(vitest, 'exit')
  return code ?? 1
}

process.exitCode = await main()
