import assert from 'node:assert/strict'
import { load } from 'cheerio'
import fc from 'fast-check'
import { readSelector } from '#/contracts/seo/selectors.ts'
import { fromPieces, oddText } from '../odd-texts.ts'
import { parserTarget } from '../target.ts'

const page = load(
  `<main id="top">${'<section class="row"><p><img src="/a.avif" alt=""></p></section>'.repeat(20)}</main>`,
).root()

/** Texts that are selectors, nearly selectors, and selectors that may not be stored. */
export const selectors = fc.oneof(
  fromPieces(
    [
      ...['img', 'svg', 'main', '*', '#top', '.row', ' ', ' > ', ' ~ ', ' + ', ',', ':has(img)'],
      ...['[src]', '[src="/a.avif"]', '[src^=a]', '[a="]', "[alt='']", '[alt=x]', '[a=1]', '\\'],
      ...[':first-child', ':nth-of-type(2)', ':nth-child(2n+1)', ':contains("x")', '<img>', '::a'],
    ],
    30,
  ),
  oddText(400),
)

export const selectorTarget = parserTarget({
  name: 'selector',
  share: 150,
  inputs: selectors,
  expectation(text) {
    const written = readSelector(text)
    if (written === undefined) return
    assert.equal(readSelector(written), written)
    const withoutTexts = written.replace(/"[^"]*"|'[^']*'/g, '')
    assert.doesNotMatch(withoutTexts, /[~+,\\<]|(?<!\[[\w-]+)\*|:(has|contains|not|is)/)
    page.find(written)
  },
})
