import { expect, test } from 'vitest'
import { answersFor } from './asked-service.ts'

test('a service of the form is chosen; another is named in the details', () => {
  expect(answersFor('ac-repair')).toEqual({ service: 'ac-repair' })
  expect(answersFor('not-sure')).toEqual({ service: 'not-sure' })
  expect(answersFor('drain-cleaning')).toEqual({
    service: 'not-sure',
    message: 'About: Drain Cleaning',
  })
  expect(answersFor('water-heaters')?.message).toBe('About: Water Heaters')
  expect([answersFor('toString'), answersFor(''), answersFor(null)]).toEqual(Array(3))
})
