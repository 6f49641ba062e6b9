import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { testFolder } from '#tests/support/own-folder.ts'

const sources = globSync('src/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'))

/** The files and packages of which a file takes more than types. */
function valuesOf(file: string): string[] {
  const found = readFileSync(file, 'utf8').matchAll(
    /^import (?!type )([^'"]*?)(?: from )?'([^']+)'/gm,
  )
  return [...found].flatMap(([, names = '', from = '']) => {
    const isTypes = names !== '' && /^[{\s,}]*$/.test(names.replace(/type \w+/g, ''))
    if (isTypes) return []
    if (from.startsWith('#/')) return `src/${from.slice(2)}`
    return from.startsWith('.') ? normalize(join(dirname(file), from)) : from
  })
}

test('the office and the editor take no checks of input from the contracts: zod stays on the server', () => {
  const takesZod = (file: string): boolean =>
    valuesOf(file).some(
      (imported) =>
        imported === 'zod' || (imported.startsWith('src/contracts/') && takesZod(imported)),
    )
  // Of this file the bundle takes a function alone.
  const isLight = (file: string) => file === 'src/contracts/text.ts' || !takesZod(file)
  const scripts = sources.filter((file) => /^src\/web\/(admin|seo-editor|site|ui)\//.test(file))
  const heavy = scripts.flatMap((file) =>
    valuesOf(file)
      .filter((imported) => imported.startsWith('src/contracts/') && !isLight(imported))
      .map((imported) => `${file} imports ${imported}`),
  )
  expect(scripts.length).toBeGreaterThan(100)
  expect(heavy).toEqual([])
})

test('every package that a command of a site loads is installed with it, and not only for development', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const commands = ['start', 'build', 'user', 'doctor', 'backup', 'restore', 'migrate']
  const files = new Set(commands.map((name) => `scripts/${name}.ts`))
  const missing = new Set<string>()
  for (const file of files) {
    for (const imported of valuesOf(file)) {
      const name = /^(@[^/]+\/)?[^/]+/.exec(imported)?.[0] ?? ''
      if (imported.endsWith('.ts')) files.add(imported)
      else if (!imported.startsWith('node:') && !(name in dependencies)) missing.add(imported)
    }
  }
  expect(files.size).toBeGreaterThan(100)
  expect([...missing].filter((imported) => imported !== 'package.json')).toEqual([])
})

test('what runs one after the other ends as a whole when somebody stops it', async () => {
  const { path } = testFolder()
  mkdirSync(join(path, 'bench'))
  const [first, second] = [join(path, 'bench', 'a.ts'), join(path, 'bench', 'b.ts')]
  writeFileSync(
    first,
    `process.stdout.write('first\\n'); process.kill(process.ppid, 'SIGINT'); setTimeout(() => {}, 60_000)`,
  )
  writeFileSync(second, `process.stdout.write('second\\n')`)
  const child = spawn(process.execPath, [resolve('scripts/run.ts'), 'bench'], { cwd: path })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  expect([output, code]).toEqual(['first\n', 1])
})
