import { expect, test } from 'vitest'
import { formatImageAlts, parseImageAlts } from '#/contracts/seo/image-alts.ts'
import { type AltTarget, altAfter, auditImages, withAlt, withoutAlt } from './image-texts.ts'

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

test('the audit finds texts that are missing, too long, used twice, or say that they are images', () => {
  const long = 'A very long text about a house '.repeat(5).trim()
  const findings = auditImages([
    null,
    '',
    'Image of a van',
    'Van',
    'van ',
    long,
    'van.jpg',
    undefined,
  ])
  const texts = findings.map((each) => each.map(({ text }) => text).join(' '))
  expect(texts[0]).toMatch(/^Missing/)
  expect(findings[1]).toMatchObject([{ kind: 'note' }])
  expect(texts[2]).toMatch(/Leave out 'Image of'/)
  expect(texts[3]).toMatch(/same text/)
  expect(texts[4]).toMatch(/same text/)
  expect(texts[5]).toMatch(/^Too long: 154 characters/)
  expect(texts[6]).toMatch(/name of a file/)
  expect(findings[7]).toEqual([])
  expect(auditImages(['White Florida house with a breezeway, blue metal roofs and palms'])).toEqual(
    [[]],
  )
})
