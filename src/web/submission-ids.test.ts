import { expect, test, vi } from 'vitest'
import { submissionIdFor } from './submission-ids.ts'

test('what is sent again has its id, and what was corrected another, also without HTTPS', () => {
  const missing = vi.spyOn(crypto, 'randomUUID').mockReturnValue(undefined as never)
  const id = submissionIdFor('A caller')
  expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/)
  expect(submissionIdFor('A caller', { 'A caller': id })).toBe(id)
  expect(submissionIdFor('A corrected caller', { 'A caller': id })).not.toBe(id)
  missing.mockRestore()
})
