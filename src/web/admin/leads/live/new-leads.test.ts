import { expect, test } from 'vitest'
import type { LeadPage } from '#/contracts/leads/inbox.ts'
import { leadEntry } from '#tests/support/factories.ts'
import { findNewLeads } from './new-leads.ts'

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()

/** A page of leads that have the second of their arrival as their number. */
const page = (seconds: number[], nextCursor: string | null = 'more'): LeadPage => ({
  data: seconds.map((second) => ({ ...leadEntry({}), id: second, createdAt: at(second) })),
  nextCursor,
})

const found = (before: LeadPage, now: LeadPage) => findNewLeads(before, now).map(({ id }) => id)

test('what has come is new, also between two others, as from quarantine', () => {
  expect(found(page([5, 3, 2]), page([7, 5, 4]))).toEqual([7, 4])
  expect(found(page([5, 3]), page([5, 3]))).toEqual([])
})

test('what comes up from the next page because another one is gone is not new', () => {
  expect(found(page([5, 3, 2]), page([5, 3, 1]))).toEqual([])
})

test('where the page was the whole list, everything else is new', () => {
  expect(found(page([5], null), page([5, 1], null))).toEqual([1])
  expect(found(page([], null), page([1], null))).toEqual([1])
})
