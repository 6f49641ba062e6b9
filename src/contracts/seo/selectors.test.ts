import { expect, test } from 'vitest'
import { readSelector, selectorLimits } from './selectors.ts'

const steps = (count: number) => Array.from({ length: count }, () => 'a').join(' ')

test.each([
  ['img', 'img'],
  [' main   img ', 'main img'],
  ['#main>div.row >  img.hero', '#main > div.row > img.hero'],
  ['body > div:nth-of-type(2) > svg', 'body > div:nth-of-type(2) > svg'],
  ['img[src*="/hero-"]', 'img[src*="/hero-"]'],
  ["img[alt='<img src=x>']", 'img[alt="<img src=x>"]'],
  [`[alt='say "x"']`, `[alt='say "x"']`],
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
  'img, svg',
  '<img>',
  'img<meta http-equiv=refresh>',
  ':has(img)',
  'img:nth-of-type(2n+1)',
  'img::before',
  'img[',
  '[alt="a\\"b"]',
  '[alt="a\nb"]',
  '[alt="a" i]',
  '> img',
  steps(selectorLimits.steps + 1),
  `#${'a'.repeat(selectorLimits.characters)}`,
])('%s is not taken', (text) => {
  expect(readSelector(text)).toBeUndefined()
})
