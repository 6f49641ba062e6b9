import { expect, test } from 'vitest'
import { formatImageAlts, parseImageAlts } from './image-alts.ts'

const entries = [
  { selector: 'img.hero', alt: 'A house' },
  { selector: '#map', alt: '' },
]

test('image texts come back from storage as they were', () => {
  expect(parseImageAlts(formatImageAlts(entries))).toEqual(entries)
  expect(formatImageAlts([])).toBe('')
  expect(parseImageAlts('')).toEqual([])
  expect(parseImageAlts(' \n')).toEqual([])
})

test.each([
  'no JSON',
  '{"selector":"img","alt":"x"}',
  'null',
  '[null]',
  '["img"]',
  '[{"selector":"img"}]',
  '[{"alt":"x"}]',
  '[{"selector":1,"alt":"x"}]',
  '[{"selector":"img","alt":1}]',
  '[{"selector":"img","alt":"x"},{}]',
])('%s is no list of image texts', (text) => {
  expect(parseImageAlts(text)).toBeUndefined()
})
