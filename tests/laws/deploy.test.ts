import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

test('every file of deploy/ that the documents name exists', () => {
  const documents = ['README.md', ...globSync('docs/**/*.md', { cwd: root })]
  const named = documents.flatMap((file) => textOf(file).match(/\bdeploy\/[\w./@-]*\w/g) ?? [])
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([])
})

test('every file of ours that deploy/ runs or imports exists', () => {
  const files = globSync('deploy/**/*', { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => textOf(join(parentPath, name).slice(root.length)))
  const named = files.flatMap((text) => text.match(/(?:#|scripts|src)\/[\w/.-]+\.ts/g) ?? [])
  const missing = named.filter((file) => !existsSync(join(root, file.replace(/^#/, 'src'))))
  expect(named.length).toBeGreaterThan(2)
  expect(missing).toEqual([])
})
