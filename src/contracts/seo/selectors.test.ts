import { expect, test } from 'vitest'
import { readSelector, selectorLimits } from './selectors.ts'

const steps = (count: number) => Array.from({ length: count }, () => 'a').join(' ')

test.each([
  ['img', 'img'],
  [' main   img ', 'main img'],
  ['#main>div.row >  img.hero', '#main > div.row > img.hero'],
  ['header svg:first-of-type', 'header svg:first-of-type'],
  ['body > div:nth-of-type(2) > svg', 'body > div:nth-of-type(2) > svg'],
  ['img[src*="/hero-"]', 'img[src*="/hero-"]'],
  ["img[alt='<img src=x>']", 'img[alt="<img src=x>"]'],
  [`[alt='say "x"']`, `[alt='say "x"']`],
  ['[src=b][ width ]', '[src="b"][width]'],
  ['[alt="a, b > c"]', '[alt="a, b > c"]'],
  [steps(selectorLimits.steps), steps(selectorLimits.steps)],
])('%s is read as %s', (text, written) => {
  expect(readSelector(text)).toBe(written)
  expect(readSelector(written)).toBe(written)
})

test.each([
  '',
  '*',
  'zz ~ * ~ *',
  'a + b',
  'img, svg',
  '<img>',
  'img<meta http-equiv=refresh>',
  'img:contains("x")',
  ':has(img)',
  ':not(img)',
  'img:nth-of-type(2n+1)',
  'img:nth-of-type(0)',
  'img::before',
  'img[',
  'img["a"]',
  '[alt="a\\"b"]',
  '[alt="a\nb"]',
  '[alt="a" i]',
  '#mainimg.',
  '.a#b img >',
  '> img',
  'a > > b',
  '.aimg b|c',
  '[a]b',
  steps(selectorLimits.steps + 1),
  `#${'a'.repeat(selectorLimits.characters)}`,
])('%s is not taken', (text) => {
  expect(readSelector(text)).toBeUndefined()
})
