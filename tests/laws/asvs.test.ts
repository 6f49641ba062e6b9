import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { variables } from '#/server/config/variables.ts'
import { root, textOf } from './imports.ts'
import { citation, missingIn, testsIn } from './named-tests.ts'

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

/** What a row says beside the tests that it names. */
const reasonOf = ({ shownBy }: Row) =>
  shownBy.replaceAll(citation, (cited, _file, names) => (names === '' ? cited : ''))

/** ASVS 5.0.0 has N requirements of each of these levels, as OWASP published it. */
const published = { 1: 70, 2: 183 }

test('the table has every requirement of levels 1 and 2, once', () => {
  const counts = Object.keys(published).map((wanted) => [
    wanted,
    rows.filter(({ level }) => level === wanted).length,
  ])
  expect(Object.fromEntries(counts)).toEqual(published)
  // Within a section they are numbered from 1, and those of level 3 come last.
  const sections = Map.groupBy(rows, ({ number }) => number.replace(/\.\d+$/, ''))
  expect([...sections].flatMap(([name, all]) => all.map((_, i) => `${name}.${i + 1}`))).toEqual(
    rows.map(({ number }) => number),
  )
})

test('every row says where things stand, and shows it by a test or a reason', () => {
  const wrong = rows.filter((row) => {
    const hasReason = reasonOf(row).replace(/[^a-z]/gi, '').length >= 12
    const isShown = hasReason || (row.state === 'met' && testsIn(row.shownBy).length > 0)
    return !states.includes(row.state) || row.asks === '' || !isShown
  })
  expect(wrong).toEqual([])
})

test('every test that the table names is there', () => {
  const missing = rows.flatMap(({ number, shownBy }) =>
    missingIn(shownBy).map((test) => `${number}: ${test}`),
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
