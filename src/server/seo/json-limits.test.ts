import { expect, test } from 'vitest'
import { findJsonExcess, jsonLimits } from './json-ld.ts'

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const list = (values: number) => `[${Array.from({ length: values }, () => 0).join()}]`

test('what keeps within the limits, or only looks as if it did not, is let through', () => {
  for (const text of [
    '',
    'no JSON',
    nested(jsonLimits.depth),
    JSON.stringify('['.repeat(100)),
    `[${nested(20)},${nested(20)}]`,
  ]) {
    expect(findJsonExcess(text)).toBeUndefined()
  }
})

test.each([
  ['lists', nested(jsonLimits.depth + 1)],
  ['objects', '{"a":'.repeat(jsonLimits.depth + 1)],
  ['lists after a comment', `/* " */${nested(5_000)}`],
  ['lists whose ends do not match', '[}'.repeat(5_000)],
])('%s may not be nested too deep', (_what, text) => {
  expect(findJsonExcess(text)?.message).toBe('Objects and lists can be nested at most 32 deep.')
})

test('the place of what is too much is told', () => {
  expect(findJsonExcess(nested(40))?.offset).toBe(jsonLimits.depth)
  expect(findJsonExcess(list(jsonLimits.values))).toEqual({
    offset: expect.any(Number),
    message: 'Objects and lists can hold at most 5,000 values.',
  })
})
