import { buildIfStale } from '../../scripts/build.ts'
import { runVitest } from '../system/run-vitest.ts'
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
  return runVitest(new URL('vitest.config.ts', import.meta.url))
}

process.exitCode = await main()
