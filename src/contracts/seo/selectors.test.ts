import { expect, test } from 'vitest'
import { readSelector, selectorLimits } from './selectors.ts'

const steps = (count: number) => Array.from({ length: count }, () => 'a').join(' ')

test.each([
  'img',
  'main   img',
  '#main>div.row >  img.hero',
  'body > div:nth-of-type(2) > svg',
  'img[src*="/hero-"]',
  "img[alt='<img src=x>']",
  `[alt='say "x"']`,
  '[alt="a, b > c"]',
  steps(selectorLimits.steps),
])('%s is taken', (text) => {
  expect(readSelector(` ${text}\n`)).toBe(text)
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
  'main\u00a0img',
  'img[width=100]',
  'img[ alt="x" ]',
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
