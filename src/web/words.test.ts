import { expect, test } from 'vitest'
import { fillIn } from './words.ts'

test('a value stands in a text as it is, whatever a stranger typed, and other names in braces stay', () => {
  const values = { company: '$& {time}', time: 9 }
  expect(fillIn('{company} at {time}, {phone}', values)).toBe('$& {time} at 9, {phone}')
})
