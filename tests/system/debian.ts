import { execFileSync } from 'node:child_process'

/** Installs a Debian package that the tests need. Throws if it cannot. */
export function installDebianPackage(name: string): void {
  process.stderr.write(`installing ${name} with apt-get\n`)
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'] as ('ignore' | 'inherit')[],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  try {
    execFileSync('apt-get', ['update'], options)
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', name], options)
  } catch (error) {
    throw new Error(`The tests need ${name}. Install it with your system's package manager.`, {
      cause: error,
    })
  }
}
