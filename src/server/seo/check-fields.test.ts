import { expect, test } from 'vitest'
import { selectorAdvice } from '#/contracts/seo/selectors.ts'
import { imageAltLimit, type SeoFields, seoFieldsSchema } from '#/contracts/seo/seo.ts'
import { AppError } from '../http/errors.ts'
import { checkFields, readImageAlts } from './check-fields.ts'

/** What is wrong with one field of a record; undefined where nothing is. */
function problemOf(name: keyof SeoFields, text: string): string | undefined {
  try {
    checkFields({ ...seoFieldsSchema.parse({ title: 'A', description: 'B' }), [name]: text })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    expect(error.message).toBe(error.details.fields?.[name])
    return error.message
  }
}

test.each([
  ['7', 'must hold JSON objects, but its outermost object is none.'],
  ['{\n  "a": 1,\n  "b" 2}', 'is not valid JSON at line 3, column 7: colon expected.'],
  ['{"a": }', 'is not valid JSON at line 1, column 7: value expected.'],
  ['{} // why', 'is not valid JSON at line 1, column 4: invalid comment token.'],
])('the structured data %s is refused', (text, problem) => {
  expect(problemOf('structuredData', text)).toBe(`The structured data ${problem}`)
})

const alts = (count: number) =>
  JSON.stringify(Array.from({ length: count }, () => ({ selector: 'img', alt: '' })))

test.each(['', '[]', '[{"selector": "main img:first-child", "alt": "A van"}]', alts(500)])(
  'the image texts %s are taken',
  (text) => {
    expect(problemOf('imageAltTexts', text)).toBeUndefined()
  },
)

test('an image text has a longest length', () => {
  const problemAt = (length: number) =>
    problemOf('imageAltTexts', JSON.stringify([{ selector: 'img', alt: 'a'.repeat(length) }]))
  expect(problemAt(imageAltLimit)).toBeUndefined()
  expect(problemAt(imageAltLimit + 1)).toBe(
    `Image text 1 has a text of more than ${imageAltLimit} characters.`,
  )
})

test.each([
  ['[{]', 'The list of image texts is not valid JSON at line 1, column 3: property name expected.'],
  ['{}', 'The image texts must be a list.'],
  [alts(501), 'There are more than 500 image texts.'],
  [
    '[{"selector":"img","alt":""},{"selector":"img"}]',
    'Image text 2 must be an object with the texts "selector" and "alt".',
  ],
  [
    '[{"selector":"zz ~ *","alt":""}]',
    `Image text 1 has a selector that cannot be used. ${selectorAdvice}`,
  ],
])('the image texts %s are refused', (text, problem) => {
  expect(problemOf('imageAltTexts', text)).toBe(problem)
})

test('JSON that is nested too deep is refused, not parsed', () => {
  const deep = '['.repeat(5_000)
  const message = 'Objects and lists may stand 32 deep in each other at most.'
  expect(problemOf('structuredData', `{"@context":"a","c":\n${deep}`)).toBe(
    `The structured data is too much at line 2, column 32. ${message}`,
  )
  expect(problemOf('imageAltTexts', deep)).toBe(
    `The list of image texts is too much at line 1, column 33. ${message}`,
  )
})

test('of stored image texts those are read that can be', () => {
  const van = { selector: 'img', alt: 'A van' }
  expect(readImageAlts(JSON.stringify([van, { selector: 'img[', alt: 'x' }]))).toEqual([van])
  const written = [{ selector: 'main > img', alt: '' }]
  expect(readImageAlts('[{"selector":"main>img","alt":""}]')).toEqual(written)
  for (const text of ['', '{', '{}', '[7]']) expect(readImageAlts(text)).toEqual([])
})
