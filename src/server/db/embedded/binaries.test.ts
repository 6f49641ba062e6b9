import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { embeddedRelease, findAgedRelease, findBinaries } from './binaries.ts'

test('the release whose date is known is the one that is installed', () => {
  const printed = execFileSync(findBinaries().postgres, ['--version'], { encoding: 'utf8' })
  expect(printed).toBe(`postgres (PostgreSQL) ${embeddedRelease.version}\n`)
})

test('it is old from 120 days after its release on', () => {
  const after = (days: number, ms = 0) =>
    new Date(Date.parse(embeddedRelease.releasedOn) + days * 86_400_000 + ms)
  expect(findAgedRelease(after(120, -1))).toBeNull()
  expect(findAgedRelease(after(120))).toMatchObject({ ...embeddedRelease, days: 120 })
  expect(findAgedRelease(after(194, 1))?.days).toBe(194)
})
