import { expect, test } from 'vitest'
import { type AltTarget, adviceOn, altOf, withAlt } from './image-texts.ts'

/** An image that a selector of its own finds, and `main img` with others. */
const target: AltTarget = {
  selector: '#hero img',
  isFoundBy: (selector) => ['#hero img', 'main img'].includes(selector),
}
const other = { selector: '#map img', alt: 'Map' }
const group = { selector: 'main img', alt: 'Scene' }

test('an image gets a text of its own, in place of its earlier one and over that of a group', () => {
  expect(altOf([other], target)).toBeUndefined()
  expect(altOf([group, other], target)).toBe('Scene')
  const own = withAlt([{ selector: '#hero img', alt: 'Old' }, group], target, 'White house')
  expect(own).toEqual([group, { selector: '#hero img', alt: 'White house' }])
  expect(altOf(own, target)).toBe('White house')
  expect(altOf(withAlt(own, target, ''), target)).toBe('')
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
