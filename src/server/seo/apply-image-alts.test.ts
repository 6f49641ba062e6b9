import { expect, test } from 'vitest'
import { applyImageAlts } from './metadata.ts'

const html =
  '<main><img src="a.avif" alt="old" width=1><img src=b><svg><path/></svg><p alt="">x</p></main>'

test.each([
  ['nothing', [], html],
  [
    'an image that has a text',
    [{ selector: 'img:first-child', alt: 'new' }],
    html.replace('alt="old"', 'alt="new"'),
  ],
  [
    'an image that has none',
    [{ selector: '[src=b]', alt: 'new' }],
    html.replace('<img src=b>', '<img alt="new" src=b>'),
  ],
  [
    'a drawing, which gets a name',
    [{ selector: 'svg', alt: 'A map' }],
    html.replace('<svg>', '<svg aria-hidden="false" aria-label="A map" role="img">'),
  ],
  [
    'a drawing that is decoration',
    [{ selector: 'svg', alt: '' }],
    html.replace('<svg>', '<svg aria-hidden="true">'),
  ],
  ['what is no image', [{ selector: 'p, main, path', alt: 'new' }], html],
  [
    'an image whose selector has markup in it',
    [{ selector: '[alt="<img>"], [alt="old"]', alt: 'new' }],
    html.replace('alt="old"', 'alt="new"'),
  ],
  ['what nobody wrote', [{ selector: 'head', alt: 'new' }], html],
  [
    'all images, and one by a later selector',
    [
      { selector: 'img', alt: 'all' },
      { selector: '[src=b]', alt: 'last' },
    ],
    html.replace('alt="old"', 'alt="all"').replace('<img src=b>', '<img alt="last" src=b>'),
  ],
  [
    'a text that could end the attribute',
    [{ selector: '[width]', alt: '"><script>&amp;' }],
    html.replace('alt="old"', 'alt="&quot;>&lt;script>&amp;amp;"'),
  ],
])('a text is written on %s', async (_what, alts, expected) => {
  expect(await applyImageAlts(html, alts)).toBe(expected)
})
