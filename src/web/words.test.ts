import { expect, test } from 'vitest'
import { fillIn } from './words.ts'

test('a value stands in a text as it is, whatever a stranger typed, and other names in braces stay', () => {
  const values = { company: '$& {time}', time: 9 }
  expect(fillIn('{company} at {time}, {phone}', values)).toBe('$& {time} at 9, {phone}')
})

test('the compiler finds a text that is shown with a name in braces', () => {
  // @ts-expect-error {time} has no value.
  expect(fillIn('{company} at {time}', { company: 'Cool Air' })).toBe('Cool Air at {time}')
  // @ts-expect-error A value may be missing.
  expect(fillIn('At {time}', { time: undefined })).toBe('At {time}')
})
