/**
 * `npm run fonts`: writes the site's fonts with only the characters and weights that it uses, and
 * fallbacks of the same width, height and weight, so that nothing moves when a font is loaded. The
 * full fonts are npm packages. The results are committed.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createFontStack } from '@capsizecss/core'
import arial from '@capsizecss/metrics/arial'
import arialBold from '@capsizecss/metrics/arial/700'
import roboto from '@capsizecss/metrics/roboto'
import robotoBold from '@capsizecss/metrics/roboto/700'
import { fromBuffer } from '@capsizecss/unpack'
import subsetFont from 'subset-font'

const packages = new URL('../node_modules/@fontsource-variable/', import.meta.url)
const target = new URL('../src/web/fonts/', import.meta.url)

/** Basic Latin, Latin-1 for names, and typographic characters. */
const characters = [...range(0x20, 0x7e), ...range(0xa0, 0xff), ...'–—‘’“”•…→←✓€™'].join('')

type Metrics = Awaited<ReturnType<typeof fromBuffer>>

/** Of DejaVu Sans 2.37, read from its files: the collection of metrics does not have it. */
const dejavu = {
  ...{ familyName: 'DejaVu Sans', fullName: 'DejaVu Sans', postscriptName: 'DejaVuSans' },
  ...{ ascent: 1901, descent: -483, lineGap: 0, unitsPerEm: 2048 },
  ...{ capHeight: 1493, xHeight: 1120, xWidthAvg: 1041 },
}

/**
 * What a screen has before our font is there. Windows, macOS and iOS have Arial, many a Linux has
 * Liberation Sans or Arimo of the same widths, Android has Roboto, and most of Linux DejaVu Sans. For
 * weights from 600 up it is their bold face: browsers draw `local()` faces as they are. `inHeadings`
 * is how many times as wide Montserrat sets the h1s of this site, measured in Chromium.
 */
const fallbacks = [
  {
    name: 'Arial',
    regular: { metrics: arial, local: ['Arial', 'Liberation Sans', 'Arimo'] },
    bold: { metrics: arialBold, local: ['Arial Bold', 'Liberation Sans Bold', 'Arimo Bold'] },
    inHeadings: 1.105,
  },
  {
    name: 'Roboto',
    regular: { metrics: roboto, local: ['Roboto'] },
    bold: { metrics: robotoBold, local: ['Roboto Bold'] },
    inHeadings: 1.18,
  },
  {
    name: 'DejaVu',
    regular: { metrics: dejavu, local: ['DejaVu Sans'] },
    bold: { metrics: { ...dejavu, xWidthAvg: 1176 }, local: ['DejaVu Sans Bold'] },
    inHeadings: 0.957,
  },
]

/**
 * Headings change to our face whenever it comes: their few words keep their lines. Running text would
 * break elsewhere, and what is below it would move; it keeps the face with which it was first shown.
 */
const faces = [
  {
    file: 'montserrat-800',
    family: 'Montserrat',
    weight: 800,
    display: 'swap',
    source: 'montserrat/files/montserrat-latin-wght-normal.woff2',
  },
  {
    file: 'open-sans-400',
    family: 'Open Sans',
    weight: 400,
    display: 'optional',
    source: 'open-sans/files/open-sans-latin-wght-normal.woff2',
  },
  {
    file: 'open-sans-600',
    family: 'Open Sans',
    weight: 600,
    display: 'optional',
    source: 'open-sans/files/open-sans-latin-wght-normal.woff2',
  },
]

function range(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i))
}

type Face = (typeof faces)[number]

/** The declarations of the faces that stand in for one of ours. */
function fallbackFaces({ family, weight, display }: Face, metrics: Metrics): string[] {
  return fallbacks.map(({ name, regular, bold, inHeadings }) => {
    const standIn = weight < 600 ? regular : bold
    const em = standIn.metrics.unitsPerEm / metrics.unitsPerEm
    const width = (metrics.xWidthAvg * em) / inHeadings
    const wide =
      display === 'swap' ? { xWidthAvg: width, subsets: { latin: { xWidthAvg: width } } } : {}
    const { fontFaces } = createFontStack([metrics, { ...standIn.metrics, ...wide }], {
      fontFaceFormat: 'styleObject',
    })
    const overrides = fontFaces[0]?.['@font-face'] as Record<string, string> | undefined
    if (!overrides) throw new Error(`no fallback for ${family}`)
    return `@font-face {
  font-family: "${family} ${name}";
  src: ${standIn.local.map((local) => `local("${local}")`).join(', ')};
  font-weight: ${weight};
  ascent-override: ${overrides.ascentOverride};
  descent-override: ${overrides.descentOverride};
  line-gap-override: ${overrides.lineGapOverride ?? '0%'};
  size-adjust: ${overrides.sizeAdjust};
}
`
  })
}

async function writeFace(face: Face): Promise<string> {
  const { file, family, weight, display, source } = face
  const full = readFileSync(new URL(source, packages))
  const options = { variationAxes: { wght: weight } }
  const subset = await subsetFont(full, characters, { ...options, targetFormat: 'woff2' })
  writeFileSync(new URL(`${file}.woff2`, target), subset)

  const plain = await subsetFont(full, characters, { ...options, targetFormat: 'truetype' })
  const metrics = { ...(await fromBuffer(plain)), familyName: `${family} ${weight}` }
  const own = `@font-face {
  font-family: "${family}";
  src: url("./${file}.woff2") format("woff2");
  font-weight: ${weight};
  font-display: ${display};
}
`
  return [own, ...fallbackFaces(face, metrics)].join('\n')
}

const css = await Promise.all(faces.map(writeFace))
const file = fileURLToPath(new URL('fonts.css', target))
writeFileSync(file, `/* Written by \`npm run fonts\`. */\n\n${css.join('\n')}`)
