/**
 * `npm run fonts`: writes the site's fonts with only the characters and weights that it uses, and
 * fallbacks of the same width and height, so that nothing moves when a font is loaded. The full fonts
 * are npm packages. The results are committed.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createFontStack } from '@capsizecss/core'
import arial from '@capsizecss/metrics/arial'
import { fromBuffer } from '@capsizecss/unpack'
import subsetFont from 'subset-font'

const packages = new URL('../node_modules/@fontsource-variable/', import.meta.url)
const target = new URL('../src/web/fonts/', import.meta.url)

/** Basic Latin, Latin-1 for names, and typographic characters. */
const characters = [...range(0x20, 0x7e), ...range(0xa0, 0xff), ...'–—‘’“”•…→←✓€™'].join('')

const faces = [
  {
    file: 'montserrat-800',
    family: 'Montserrat',
    weight: 800,
    source: 'montserrat/files/montserrat-latin-wght-normal.woff2',
  },
  {
    file: 'open-sans-400',
    family: 'Open Sans',
    weight: 400,
    source: 'open-sans/files/open-sans-latin-wght-normal.woff2',
  },
  {
    file: 'open-sans-600',
    family: 'Open Sans',
    weight: 600,
    source: 'open-sans/files/open-sans-latin-wght-normal.woff2',
  },
]

function range(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i))
}

async function writeFace({
  file,
  family,
  weight,
  source,
}: (typeof faces)[number]): Promise<string> {
  const full = readFileSync(new URL(source, packages))
  const options = { variationAxes: { wght: weight } }
  const subset = await subsetFont(full, characters, { ...options, targetFormat: 'woff2' })
  writeFileSync(new URL(`${file}.woff2`, target), subset)

  const plain = await subsetFont(full, characters, { ...options, targetFormat: 'truetype' })
  const metrics = { ...(await fromBuffer(plain)), familyName: `${family} ${weight}` }
  const { fontFaces } = createFontStack([metrics, arial], {
    fontFaceFormat: 'styleObject',
  })
  const fallback = fontFaces[0]?.['@font-face'] as Record<string, string> | undefined
  if (!fallback) throw new Error(`no fallback for ${family}`)
  return `@font-face {
  font-family: '${family}';
  src: url('./${file}.woff2') format('woff2');
  font-weight: ${weight};
  font-display: optional;
}

@font-face {
  font-family: '${family} Fallback';
  src: local('Arial'), local('Liberation Sans'), local('Arimo');
  font-weight: ${weight};
  ascent-override: ${fallback.ascentOverride};
  descent-override: ${fallback.descentOverride};
  line-gap-override: ${fallback.lineGapOverride ?? '0%'};
  size-adjust: ${fallback.sizeAdjust};
}
`
}

const css = await Promise.all(faces.map(writeFace))
const file = fileURLToPath(new URL('fonts.css', target))
writeFileSync(file, `/* Written by \`npm run fonts\`. */\n\n${css.join('\n')}`)
