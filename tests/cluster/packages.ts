import { existsSync, readFileSync } from 'node:fs'
import { installDebianPackages } from '../system/debian.ts'

/** The Debian packages that a cluster needs, each with a file that it installs. */
const packages = {
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  pgbouncer: '/usr/sbin/pgbouncer',
  haproxy: '/usr/sbin/haproxy',
  tsung: '/usr/bin/tsung',
}

const missingPackages = () =>
  Object.entries(packages).flatMap(([name, file]) => (existsSync(file) ? [] : name))

function isDebian12(): boolean {
  const file = '/etc/os-release'
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return /^ID=debian$/m.test(text) && /^VERSION_ID="12"$/m.test(text)
}

/** Why this machine or user cannot have a cluster; undefined if it can. */
export function whyNoCluster(): string | undefined {
  if (process.getuid?.() !== 0) return 'a cluster starts programs of other users, as only root may'
  if (missingPackages().length === 0 || isDebian12()) return undefined
  return 'a cluster needs packages of Debian 12'
}

/** Installs what is missing for a cluster. Throws if this machine or user cannot have one. */
export function installCluster(): void {
  const problem = whyNoCluster()
  if (problem) throw new Error(problem)
  const missing = missingPackages()
  if (missing.length > 0) installDebianPackages(...missing)
}
