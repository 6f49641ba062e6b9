import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Installs Debian packages that the tests need. Throws if it cannot. */
export function installDebianPackages(...names: readonly string[]): void {
  process.stderr.write(`installing ${names.join(', ')} with apt-get\n`)
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'] as ('ignore' | 'inherit')[],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  try {
    execFileSync('apt-get', ['update'], options)
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', ...names], options)
  } catch (error) {
    const needed = names.join(', ')
    throw new Error(`The tests need ${needed}. Install it with your system's package manager.`, {
      cause: error,
    })
  }
}

/** Installs those of these packages of which the file is not there. */
export function needPackages(packages: Record<string, string>): void {
  const missing = Object.entries(packages).flatMap(([name, file]) => (existsSync(file) ? [] : name))
  if (missing.length > 0) installDebianPackages(...missing)
}
