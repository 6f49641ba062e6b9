import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { missingIn, testsIn } from './named-tests.ts'

const promises = readFileSync('docs/promises.md', 'utf8')

test('every promise has a test or a row of faults that is there', () => {
  const rows = promises.match(/^\| (?!promise|---).+$/gm) ?? []
  expect(rows.length).toBeGreaterThan(10)
  expect(missingIn(promises)).toEqual([])
  const shown = (row: string) => testsIn(row).length > 0 || /`npm run faults -- [a-z]+`/.test(row)
  expect(rows.filter((row) => !shown(row))).toEqual([])
})
