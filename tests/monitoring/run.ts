/**
 * `npm run monitoring`: has Prometheus's own tool check the rules in `deploy/monitoring`. Installs
 * Debian's package if it is missing.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { installDebianPackages } from '#tests/support/debian.ts'

const promtool = '/usr/bin/promtool'

if (!existsSync(promtool)) installDebianPackages('prometheus')
const rules = fileURLToPath(new URL('../../deploy/monitoring/alerts.yml', import.meta.url))
execFileSync(promtool, ['check', 'rules', '--lint=all', '--lint-fatal', rules], {
  stdio: 'inherit',
})
