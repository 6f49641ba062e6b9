import { expect, test } from 'vitest'
import { hint } from './texts.ts'

test.each([
  ['  /about \u0000\u001b?a=1\n', '/about   ?a=1'],
  ['abcdefghijklmnopqrstuvwxyz', 'abcdefghijklmnopqrst'],
  ['\ud800', '\ufffd'],
  [' \n', undefined],
  ['', undefined],
  [undefined, undefined],
  [7, undefined],
])('the hint %j is stored as %j', (sent, kept) => {
  expect(hint(20).parse(sent)).toBe(kept)
})
