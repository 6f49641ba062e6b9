import { spawnSync } from 'node:child_process'
import { needPackages } from '#tests/support/machine/debian.ts'
import { buildIfStale } from '../../scripts/build.ts'

/**
 * `npm run faults -- world`: what visitors do with programs that are not part of `npm test`, on Debian.
 * Installs those that are missing. Arguments choose test files.
 */
needPackages({
  'webkit2gtk-driver': '/usr/bin/WebKitWebDriver',
  xvfb: '/usr/bin/Xvfb',
})
await buildIfStale()
const args = ['run', '--config', 'tests/world/vitest.config.ts', ...process.argv.slice(2)]
process.exitCode = spawnSync('vitest', args, { stdio: 'inherit' }).status ?? 1
