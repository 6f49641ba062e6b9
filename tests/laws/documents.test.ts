import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { importsOf, isTest, root, sources, textOf } from './imports.ts'

const wordsOf = (file: string) => textOf(file).trim().split(/\s+/).length

const documents = globSync('docs/**/*.md', { cwd: root }).filter((file) => file !== 'docs/asvs.md')
const records = documents.filter((file) => file.startsWith('docs/decisions/'))

/** The most words of a record. How requests go on from contractor to contractor takes more to say. */
const mostWords = (record: string) => (record === 'docs/decisions/offers.md' ? 900 : 700)

test('the documents have at most 20,000 words, and where to begin to read 60 lines', () => {
  const words = documents.reduce((sum, file) => sum + wordsOf(file), 0)
  expect(words).toBeLessThanOrEqual(20_000)
  expect(textOf('docs/code.md').trimEnd().split('\n').length).toBeLessThanOrEqual(60)
})

test('there are at most 18 decisions, of a page each', () => {
  expect(records.length).toBeGreaterThan(5)
  expect(records.length).toBeLessThanOrEqual(18)
  expect(records.filter((record) => wordsOf(record) > mostWords(record))).toEqual([])
})

/** The room of the house in which a file stands; what puts the rooms together is in none. */
const roomOf = (file: string) =>
  /^src\/(contracts|content|server\/[\w-]+|web\/[\w-]+)\//.exec(file)?.[1]

/** Returns which rooms each room imports. */
function readImports(): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>()
  for (const file of sources.filter((each) => !isTest(each))) {
    const room = roomOf(file)
    if (!room) continue
    const others = imports.get(room) ?? new Set()
    imports.set(room, others)
    for (const imported of importsOf(file)) {
      const other = roomOf(imported)
      if (other && other !== room) others.add(other)
    }
  }
  return imports
}

/** Returns the rooms that a room reaches by one import or more. */
function reachedFrom(room: string, imports: Map<string, Set<string>>): Set<string> {
  const reached = new Set<string>()
  const visit = (from: string) => {
    for (const next of imports.get(from) ?? []) {
      if (reached.has(next)) continue
      reached.add(next)
      visit(next)
    }
  }
  visit(room)
  return reached
}

/** Returns the graph of the rooms, without the arrows that another way leads to. */
function drawHouse(): string {
  const imports = readImports()
  const drawnFrom = (room: string) => {
    const direct = [...(imports.get(room) ?? [])].sort()
    const isLongWay = (to: string) =>
      direct.some((other) => other !== to && reachedFrom(other, imports).has(to))
    return direct.filter((to) => !isLongWay(to)).join(' & ')
  }
  const alike = Map.groupBy([...imports.keys()].sort(), drawnFrom)
  alike.delete('')
  const arrows = [...alike].map(([to, rooms]) => `  ${rooms.join(' & ')} --> ${to}`)
  return ['```mermaid', 'graph LR', ...arrows, '```'].join('\n')
}

test('docs/code.md shows the house as the imports make it; `vitest run` with this file and `-u` draws it anew', async () => {
  const text = textOf('docs/code.md')
  const picture = /```mermaid\n.*?\n```/s
  expect(text).toMatch(picture)
  await expect(text.replace(picture, drawHouse)).toMatchFileSnapshot('../../docs/code.md')
})
