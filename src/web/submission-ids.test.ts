import { expect, test, vi } from 'vitest'
import { submissionIdFor } from './submission-ids.ts'

test('what is sent again has its id, and what was corrected has another', () => {
  const first = submissionIdFor('A caller')
  const ids = { 'A caller': first }
  expect(submissionIdFor('A caller', ids)).toBe(first)
  expect(submissionIdFor('A corrected caller', ids)).not.toBe(first)
})

test('there are ids on a page without HTTPS, too', () => {
  const { getRandomValues } = crypto
  vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) })
  const id = submissionIdFor('A caller')
  vi.unstubAllGlobals()
  expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/)
})
