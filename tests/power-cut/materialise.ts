import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Found } from './after-cut.ts'

/** True if this is what the folder began with, in the same place. */
const isAsFirst = (path: string, { node }: Found) => node.kind === 'folder' || node.origin === path

/** Makes the folder that a disk has after a cut, from a copy of the one that it began with. */
export async function materialise(
  origin: string,
  found: ReadonlyMap<string, Found>,
  target: string,
): Promise<void> {
  await promisify(execFile)('cp', ['-a', origin, target])
  const first = new Set(readdirSync(origin, { recursive: true, encoding: 'utf8' }))
  for (const path of first) {
    const here = found.get(path)
    if (!here || !isAsFirst(path, here))
      rmSync(join(target, path), { recursive: true, force: true })
  }
  for (const [path, { node, content }] of found) {
    const own = join(target, path)
    if (node.kind === 'folder') mkdirSync(own, { recursive: true, mode: 0o700 })
    else if (content) writeFileSync(own, content, { mode: 0o600 })
    else if (node.origin === undefined) writeFileSync(own, '', { mode: 0o600 })
    else if (node.origin !== path)
      await promisify(execFile)('cp', ['-a', join(origin, node.origin), own])
  }
}
