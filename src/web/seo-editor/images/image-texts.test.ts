import { expect, test } from 'vitest'
import { formatImageAlts, parseImageAlts } from '#/contracts/seo/image-alts.ts'
import { type AltTarget, adviceOn, altAfter, withAlt, withoutAlt } from './image-texts.ts'

/** An image that a selector of its own finds, and `main img` with others. */
const target: AltTarget = {
  selector: '#hero img',
  ownAlt: 'House',
  matchedBy: (selector) =>
    selector === '#hero img' || selector === '.old img'
      ? 'alone'
      : selector === 'main img'
        ? 'among others'
        : 'not',
}
const other = { selector: '#map img', alt: 'Map' }
const group = { selector: 'main img', alt: 'Scene' }

test('what cannot be read is no list of texts', () => {
  expect(parseImageAlts('')).toEqual([])
  expect(parseImageAlts('[{"selector":"img","alt":""}]')).toEqual([{ selector: 'img', alt: '' }])
  for (const text of ['[', '{}', '"x"', '[1]', '[{"selector":"img"}]', 'null']) {
    expect(parseImageAlts(text)).toBeUndefined()
  }
  expect(formatImageAlts([])).toBe('')
})

test("only a text that differs from the page's own gets an entry", () => {
  const named = withAlt([other], target, 'White house')
  expect(named).toEqual([other, { selector: '#hero img', alt: 'White house' }])
  expect(altAfter(named, target)).toBe('White house')
  expect(withAlt(named, target, 'House')).toEqual([other])
  expect(withoutAlt(named, target)).toEqual([other])
})

test('a new text takes the place of an entry of the same image under another selector', () => {
  const entries = [{ selector: '.old img', alt: 'Old' }, other]
  expect(withAlt(entries, target, 'New')).toEqual([other, { selector: '#hero img', alt: 'New' }])
})

test('one image of a group gets an entry of its own, also to get its own text back', () => {
  expect(altAfter([group], target)).toBe('Scene')
  const own = withAlt([group], target, 'House')
  expect(own).toEqual([group, { selector: '#hero img', alt: 'House' }])
  expect(altAfter(own, target)).toBe('House')
})

test.each([
  [null, /^Missing/],
  [' ', /^Decorative/],
  ['Image of a van', /^Leave out 'Image of'/],
  ['The photograph of a van', /^Leave out 'The photograph of'/],
  ['A very long text about a house and all of its many rooms', /^13 words/],
])('the text %j gets advice', (alt, advice) => {
  expect(adviceOn(alt)).toMatch(advice)
})

test.each([
  'White Florida house with a breezeway, blue metal roofs and palms',
  'Imagery of Florida',
  undefined,
])('the text %j needs no advice', (alt) => {
  expect(adviceOn(alt)).toBeUndefined()
})
