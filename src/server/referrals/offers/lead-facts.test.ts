import { expect, test } from 'vitest'
import { isHarmless } from './lead-facts.ts'

const name = 'Greta O. de Secret'

test.each([
  'after 5 PM',
  'weekdays, 10:00–11:30',
  '11/24/2026, 9:00–11:30',
  // A time that follows a number is no phone number.
  '555:1234',
  'unit 555 a 1234',
  'greta’s gretas, o. k.',
  'de-icing is done',
])('“%s” holds nothing that a contractor must not see before the yes', (text) => {
  expect(isHarmless(text, 'Ann B. Smith')).toBe(true)
})

test.each([
  'greta@x.example',
  '5550199',
  '555 01 99',
  '(555)-0.1-9 9',
  '555/0199',
  '555 – 0199',
  // As wide as a Chinese character.
  '５５５０１９９',
  '5\u200b5\u200b5\u200b\u22120\u200b1\u200b9\u200b9',
  '٥٥٥٠١٩٩',
])('“%s” is a way to reach somebody', (text) => {
  expect(isHarmless(text, name)).toBe(false)
})

test('a part of the name is no more shown than the whole, but one letter is no name', () => {
  for (const text of ['ask for greta', 'SECRET, at noon', 'de']) {
    expect([text, isHarmless(text, name)]).toEqual([text, false])
  }
  expect(isHarmless('at 5 o clock', name)).toBe(true)
  expect(isHarmless('secretly at noon', name)).toBe(true)
  expect(isHarmless('at noon', '')).toBe(true)
})
