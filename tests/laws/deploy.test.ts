import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, textOf } from './imports.ts'

test('every file of ours that deploy/ runs or imports exists', () => {
  const files = globSync('deploy/**/*', { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => textOf(join(parentPath, name).slice(root.length)))
  const named = files.flatMap((text) => text.match(/(?:#|scripts|src)\/[\w/.-]+\.ts/g) ?? [])
  const missing = named.filter((file) => !existsSync(join(root, file.replace(/^#/, 'src'))))
  expect(named.length).toBeGreaterThan(2)
  expect(missing).toEqual([])
})
