import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildIfStale } from '../../scripts/build.ts'
import { installDebianPackages } from '../system/debian.ts'

/** The Debian packages that the tests need, each with a file that it installs. */
const packages = {
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
}

/** `npm run patroni`: the product on a cluster whose primary changes. Installs what is missing. */
async function main(): Promise<number> {
  if (process.getuid?.() !== 0) {
    process.stderr.write(
      'npm run patroni starts other users’ programs: run it as root, on Debian 12.\n',
    )
    return 1
  }
  const missing = Object.entries(packages).filter(([, file]) => !existsSync(file))
  if (missing.length > 0) installDebianPackages(...missing.map(([name]) => name))
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
