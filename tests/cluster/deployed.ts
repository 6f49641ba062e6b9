import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const deployed = fileURLToPath(new URL('../../deploy/cluster', import.meta.url))

/** What is written in place of the names in the files of `deploy/cluster`. */
export type Values = Record<string, string>

/**
 * Addresses of this machine that stand for machines: Linux has all that begin with 127. Those of two
 * runs at once differ.
 */
export function takeAddresses(): (number: number) => string {
  const start = `127.${20 + (Math.floor(process.pid / 256) % 200)}.${process.pid % 256}`
  return (number) => `${start}.${number}`
}

const secret = () => randomBytes(16).toString('hex')

/** Values that hold for all machines of a cluster, as `deploy/cluster/values.example` has them. */
export function sharedValues(addressOf: (number: number) => string): Values {
  return {
    ONE: addressOf(1),
    TWO: addressOf(2),
    THREE: addressOf(3),
    NODE_1: addressOf(11),
    NODE_2: addressOf(12),
    PROXY: addressOf(20),
    NETWORK: '127.0.0.0/8',
    DOMAIN: addressOf(20),
    PASSWORD: secret(),
    SUPERUSER_PASSWORD: secret(),
    REPLICATION_PASSWORD: secret(),
  }
}

/** The text of a file of `deploy/cluster` for one machine, as `deploy/cluster/fill` prints it. */
export function fill(file: string, values: Values, folder: string): string {
  const path = join(folder, 'values')
  const lines = Object.entries(values).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(path, lines.join(''), { mode: 0o600 })
  return execFileSync(join(deployed, 'fill'), [path, join(deployed, file)], { encoding: 'utf8' })
}

/** Writes such a file into a folder. Returns its path. */
export function writeFilled(file: string, values: Values, folder: string): string {
  const path = join(folder, file)
  writeFileSync(path, fill(file, values, folder), { mode: 0o600 })
  return path
}
