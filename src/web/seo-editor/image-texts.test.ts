import { expect, test } from 'vitest'
import { adviceOn, altOf, withAlt } from './image-texts.ts'

test('an image gets a text of its own, in place of its earlier one and over that of a group', () => {
  const group = { selector: 'main img', alt: 'Scene' }
  const own = withAlt([{ selector: '#hero img', alt: 'Old' }, group], '#hero img', 'White house')
  expect(own).toEqual([group, { selector: '#hero img', alt: 'White house' }])
  expect(altOf(own, '#hero img')).toBe('White house')
  expect(altOf(withAlt(own, '#hero img', ''), '#hero img')).toBe('')
  expect(altOf(own, '#map img')).toBeUndefined()
})

test.each([
  [' ', /^Decorative/],
  ['Image of a van', /^Leave out 'Image of'/],
  ['The photograph of a van', /^Leave out 'The photograph of'/],
  ['A very long text about a house and all of its many rooms', /^13 words/],
  ['White Florida house with a breezeway, blue metal roofs and palms', /^none$/],
  ['Imagery of Florida', /^none$/],
])('the advice on the text %j is %s', (alt, advice) => {
  expect(adviceOn(alt) ?? 'none').toMatch(advice)
})
