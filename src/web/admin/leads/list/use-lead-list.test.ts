import { expect, test } from 'vitest'
import { leadEntry } from '#tests/support/factories.ts'
import { splitWaiting } from './use-lead-list.ts'

/** A lead that came at this second. */
const lead = (id: number, second: number) => ({
  ...leadEntry({}),
  ...{ id, createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString() },
})

/** The numbers of the leads that are shown, and of those that wait. */
function split(rows: ReturnType<typeof lead>[], first?: ReturnType<typeof lead>) {
  const { shown, waiting } = splitWaiting(rows, first)
  return [shown, waiting].map((leads) => leads.map(({ id }) => id))
}

test('what has come above the first row waits, and nothing else', () => {
  const rows = [lead(9, 5), lead(8, 5), lead(4, 4), lead(7, 3)]
  expect(split(rows)).toEqual([[9, 8, 4, 7], []])
  expect(split(rows, lead(9, 5))).toEqual([[9, 8, 4, 7], []])
  expect(split(rows, lead(8, 5))).toEqual([[8, 4, 7], [9]])
  expect(split(rows, lead(7, 3))).toEqual([[7], [9, 8, 4]])
})

test('the first row may be gone', () => {
  const rows = [lead(9, 5), lead(4, 3)]
  expect(split(rows, lead(6, 4))).toEqual([[4], [9]])
  expect(split(rows, lead(1, 1))).toEqual([[9, 4], []])
  expect(split([], lead(1, 1))).toEqual([[], []])
})
