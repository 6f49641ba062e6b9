import { expect, test } from 'vitest'
import { applyImageAlts } from './metadata.ts'

const html =
  '<!DOCTYPE html><html lang="en"><head><script>a < "b" && c</script></head><body><main><img src="a.avif" alt="old" width="1"><img src="b"><svg><path d="M0"></path></svg><p alt="">x</p></main></body></html>'

test.each([
  [
    'an image that has a text',
    [{ selector: 'img:first-child', alt: 'new' }],
    html.replace('alt="old"', 'alt="new"'),
  ],
  [
    'an image that has none',
    [{ selector: '[src=b]', alt: 'new' }],
    html.replace('<img src="b">', '<img src="b" alt="new">'),
  ],
  [
    'a drawing, which gets a name',
    [{ selector: 'svg', alt: 'A map' }],
    html.replace('<svg>', '<svg role="img" aria-label="A map" aria-hidden="false">'),
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
  [
    'all images, and one by a later selector',
    [
      { selector: 'img', alt: 'all' },
      { selector: '[src=b]', alt: 'last' },
    ],
    html.replace('alt="old"', 'alt="all"').replace('<img src="b">', '<img src="b" alt="last">'),
  ],
  [
    'a text that could end the attribute',
    [{ selector: '[width]', alt: '"><script>&amp;' }],
    html.replace('alt="old"', 'alt="&quot;><script>&amp;amp;"'),
  ],
])('a text is written on %s', async (_what, alts, expected) => {
  expect(await applyImageAlts(html, alts)).toBe(expected)
})
