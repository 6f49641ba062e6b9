import { expect, test } from 'vitest'
import {
  leadPageQuerySchema,
  longestSearch,
  newNoteSchema,
  noteLimit,
  pageLimits,
} from './inbox.ts'

const problemOf = (text: unknown) => newNoteSchema.safeParse({ text }).error?.issues[0]?.message

test('a note is kept as it was typed, but for line ends and the space around it', () => {
  expect(newNoteSchema.parse({ text: ' one\r\ntwo\rthree\tfour\n ' }).text).toBe(
    'one\ntwo\nthree\tfour',
  )
})

test.each([undefined, '', ' \n'])('a note of %j is none', (text) => {
  expect(problemOf(text)).toBe('Please write something.')
})

test('a note has a longest length, and only characters that can be stored', () => {
  expect(problemOf('a'.repeat(noteLimit))).toBeUndefined()
  expect(problemOf('a'.repeat(noteLimit + 1))).toBe(`Please use at most ${noteLimit} characters.`)
  for (const text of ['a\u0000b', 'a\u001bb', '\ud800']) {
    expect(problemOf(text)).toBe('The note contains characters that cannot be stored.')
  }
})

test('an empty filter is an absent one', () => {
  const query = leadPageQuerySchema.parse({ q: '', service: '', source: '', quarantined: 'true' })
  expect(query).toEqual({
    status: 'all',
    quarantined: true,
    order: 'newest',
    limit: pageLimits.default,
  })
  expect(leadPageQuerySchema.parse({ q: 'ada', service: 'x' })).toMatchObject({
    q: 'ada',
    service: 'x',
    quarantined: false,
  })
})

test('a search has a longest length', () => {
  const { error } = leadPageQuerySchema.safeParse({ q: 'a'.repeat(longestSearch + 1) })
  expect(error?.issues[0]?.message).toBe(`Please search for at most ${longestSearch} characters.`)
  expect(leadPageQuerySchema.safeParse({ q: 'a'.repeat(longestSearch) }).success).toBe(true)
})

test('a page has a size within limits, and continues where the one before ended', () => {
  const isPage = (query: object) => leadPageQuerySchema.safeParse(query).success
  expect([1, pageLimits.max].map((limit) => isPage({ limit }))).toEqual([true, true])
  expect([0, pageLimits.max + 1, 1.5, 'all'].map((limit) => isPage({ limit }))).toEqual(
    Array(4).fill(false),
  )
  expect(isPage({ cursor: 'a'.repeat(100) })).toBe(true)
  expect(isPage({ cursor: 'a'.repeat(101) })).toBe(false)
})
