/**
 * `npm run faults -- monitoring`: has Prometheus's own tool check the rules in `deploy/monitoring`.
 */
import { execFileSync } from 'node:child_process'
import { needPackages } from '#tests/support/machine/debian.ts'

needPackages({ prometheus: '/usr/bin/promtool' })
const rules = 'deploy/monitoring/alerts.yml'
execFileSync('promtool', ['check', 'rules', '--lint=all', '--lint-fatal', rules], {
  stdio: 'inherit',
})
