import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { variables } from '#/server/config/variables.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

/**
 * How many requirements of level 1 and of level 2 each section of ASVS 5.0.0 has, as OWASP published
 * it. Within a section they are numbered from 1 without a gap.
 */
const sections: Record<string, [levelOne: number, levelTwo: number]> = {
  '1.1': [0, 2],
  '1.2': [5, 4],
  '1.3': [2, 9],
  '1.4': [0, 3],
  '1.5': [1, 1],
  '2.1': [1, 2],
  '2.2': [2, 1],
  '2.3': [1, 3],
  '2.4': [0, 1],
  '3.2': [2, 0],
  '3.3': [1, 3],
  '3.4': [2, 4],
  '3.5': [3, 2],
  '3.7': [0, 2],
  '4.1': [1, 2],
  '4.2': [0, 1],
  '4.3': [0, 2],
  '4.4': [1, 3],
  '5.1': [0, 1],
  '5.2': [2, 1],
  '5.3': [2, 0],
  '5.4': [0, 3],
  '6.1': [1, 2],
  '6.2': [8, 4],
  '6.3': [2, 2],
  '6.4': [2, 2],
  '6.5': [0, 5],
  '6.6': [0, 3],
  '6.8': [0, 4],
  '7.1': [0, 3],
  '7.2': [4, 0],
  '7.3': [0, 2],
  '7.4': [2, 3],
  '7.5': [0, 2],
  '7.6': [0, 2],
  '8.1': [1, 1],
  '8.2': [2, 1],
  '8.3': [1, 0],
  '8.4': [0, 1],
  '9.1': [3, 0],
  '9.2': [1, 3],
  '10.1': [0, 2],
  '10.2': [0, 2],
  '10.3': [0, 4],
  '10.4': [5, 6],
  '10.5': [0, 5],
  '10.6': [0, 2],
  '10.7': [0, 3],
  '11.1': [0, 2],
  '11.2': [0, 3],
  '11.3': [2, 1],
  '11.4': [1, 3],
  '11.5': [0, 1],
  '11.6': [0, 1],
  '12.1': [1, 2],
  '12.2': [2, 0],
  '12.3': [0, 4],
  '13.1': [0, 1],
  '13.2': [0, 5],
  '13.3': [0, 2],
  '13.4': [1, 4],
  '14.1': [0, 2],
  '14.2': [1, 3],
  '14.3': [1, 2],
  '15.1': [1, 2],
  '15.2': [1, 2],
  '15.3': [1, 6],
  '16.1': [0, 1],
  '16.2': [0, 5],
  '16.3': [0, 4],
  '16.4': [0, 3],
  '16.5': [0, 3],
  '17.1': [0, 1],
  '17.2': [0, 4],
  '17.3': [0, 2],
}

const states = ['met', 'partly', 'not met', 'deployment', 'does not apply']

type Row = { number: string; level: string; asks: string; state: string; shownBy: string }

const rows: Row[] = textOf('docs/asvs.md')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [number = '', level = '', asks = '', state = '', shownBy = ''] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    return { number, level, asks, state, shownBy }
  })

/** A file in backquotes, with the names of its tests, if there are any, in quotation marks. */
const citation = /`([\w@./-]+\.tsx?)`(?: “([^”]+)”)?/g

/** The tests that a row names. */
const testsOf = ({ shownBy }: Row) =>
  [...shownBy.matchAll(citation)].flatMap(([, file = '', name]) =>
    name === undefined ? [] : [{ file, name }],
  )

/** What a row says beside the tests that it names. */
const reasonOf = ({ shownBy }: Row) =>
  shownBy.replaceAll(citation, (cited, _file, name) => (name === undefined ? cited : ''))

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** True if a file has a test of this name, alone or for each of many cases. */
function hasTest(file: string, name: string): boolean {
  if (!existsSync(join(root, file))) return false
  const call = String.raw`(?:\b(?:test|it)|\))\(\s*`
  return new RegExp(`${call}(['"\`])${escaped(name)}\\1,`).test(textOf(file))
}

test('the table has every requirement of levels 1 and 2, once', () => {
  const expected = Object.entries(sections).flatMap(([section, [one, two]]) =>
    Array.from({ length: one + two }, (_, place) => `${section}.${place + 1}`),
  )
  expect(rows.map(({ number }) => number)).toEqual(expected)

  const counted = Object.keys(sections).map((section) => {
    const levels = rows
      .filter(({ number }) => number.startsWith(`${section}.`))
      .map(({ level }) => level)
    return [section, levels.filter((level) => level === '1').length]
  })
  expect(Object.fromEntries(counted)).toEqual(
    Object.fromEntries(Object.entries(sections).map(([section, [one]]) => [section, one])),
  )
  expect(rows.filter(({ level }) => !['1', '2'].includes(level))).toEqual([])
})

test('every row says where things stand, and shows it by a test or a reason', () => {
  const wrong = rows.filter((row) => {
    const hasReason = reasonOf(row).replace(/[^a-z]/gi, '').length >= 12
    const isShown = hasReason || (row.state === 'met' && testsOf(row).length > 0)
    return !states.includes(row.state) || row.asks === '' || !isShown
  })
  expect(wrong).toEqual([])
})

test('every test that the table names is there', () => {
  const missing = rows.flatMap((row) =>
    testsOf(row)
      .filter(({ file, name }) => !hasTest(file, name))
      .map(({ file, name }) => `${row.number}: ${file} “${name}”`),
  )
  expect(missing).toEqual([])
})

test('every file, section and setting that the papers on security name is there', () => {
  const named = (paper: string, pattern: RegExp) =>
    [...textOf(paper).matchAll(pattern)].map(([, name = '']) => name)
  const headings = named('docs/security.md', /^#+ (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^a-z ]/g, '')
      .replaceAll(' ', '-'),
  )
  for (const paper of ['docs/asvs.md', 'docs/security.md']) {
    const missing = [
      ...named(paper, /`((?:src|tests|docs|deploy|scripts)\/[^`]*)`/g).filter(
        (file) => !existsSync(join(root, file)),
      ),
      ...named(paper, /\((?:security\.md)?#([a-z-]+)\)/g).filter((to) => !headings.includes(to)),
      ...named(paper, /`([A-Z]+_[A-Z_]+)`/g).filter((name) => !(name in variables)),
    ]
    expect(missing, paper).toEqual([])
  }
})

test('the list of components is written without network, and has what runs and not what tests', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/make/sbom.ts'], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
  })
  const { bomFormat, components } = JSON.parse(stdout) as {
    bomFormat: string
    components: { name: string; version: string }[]
  }
  const { dependencies, optionalDependencies } = JSON.parse(textOf('package.json')) as Record<
    string,
    Record<string, string>
  >
  expect(bomFormat).toBe('CycloneDX')
  const listed = components.map(({ name, version }) => `${name}@${version}`)
  const lacking = Object.entries({ ...dependencies, ...optionalDependencies })
    .map(([name, version]) => `${name}@${version}`)
    .filter((component) => !listed.includes(component))
  expect(lacking).toEqual([])
  const names = components.map(({ name }) => name)
  expect(names).not.toContain('vitest')
  expect(names).not.toContain('playwright')
}, 60_000)
