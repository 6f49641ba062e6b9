import { expect, it } from 'vitest'
import { excerpt } from './excerpt.ts'

it('leaves a short message as it is, on one line', () => {
  expect(excerpt('No cooling\nsince Monday', 40)).toBe('No cooling since Monday')
})

it('cuts between words', () => {
  expect(excerpt('The air handler hums and does not start', 20)).toBe('The air handler…')
})

it('cuts a text without spaces, but no character in two', () => {
  expect(excerpt('🧊'.repeat(30), 10)).toBe(`${'🧊'.repeat(10)}…`)
})
