/**
 * `node scripts/make/fonts.ts`: writes the site's fonts with only the characters and weights that it uses, and
 * fallbacks of the same width, height and weight, so that nothing moves when a font is loaded. The
 * full fonts are npm packages. The results are committed.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createFontStack } from '@capsizecss/core'
import arial from '@capsizecss/metrics/arial'
import arialBold from '@capsizecss/metrics/arial/700'
import robotoBold from '@capsizecss/metrics/roboto/700'
import { fromBuffer } from '@capsizecss/unpack'
import subsetFont from 'subset-font'

const packages = new URL('../../node_modules/@fontsource-variable/', import.meta.url)
const target = new URL('../../src/web/fonts/', import.meta.url)

/** Basic Latin, Latin-1 for names, and typographic characters. */
const characters = [...range(0x20, 0x7e), ...range(0xa0, 0xff), ...'–—‘’“”•…→←✓€™'].join('')

type Metrics = Awaited<ReturnType<typeof fromBuffer>>

/** Of DejaVu Sans Bold 2.37, read from its file: the collection of metrics does not have it. */
const dejavuBold = {
  ...{ familyName: 'DejaVu Sans', fullName: 'DejaVu Sans Bold', postscriptName: 'DejaVuSans-Bold' },
  ...{ ascent: 1901, descent: -483, lineGap: 0, unitsPerEm: 2048 },
  ...{ capHeight: 1493, xHeight: 1120, xWidthAvg: 1176 },
}

/**
 * What a screen has before our font is there. Windows, macOS and iOS have Arial, many a Linux has
 * Liberation Sans or Arimo of the same widths. For weights from 600 up it is their bold face: browsers
 * draw `local()` faces as they are.
 */
const fallbacks = [
  {
    name: 'Arial',
    regular: { metrics: arial, local: ['Arial', 'Liberation Sans', 'Arimo'] },
    bold: { metrics: arialBold, local: ['Arial Bold', 'Liberation Sans Bold', 'Arimo Bold'] },
    inHeadings: 1.105,
  },
]

/**
 * For headings, which change their face, those of Android and of Linux too. `inHeadings` is how many
 * times as wide Montserrat sets the h1s of this site, measured in Chromium.
 */
const headingFallbacks = [
  ...fallbacks,
  { name: 'Roboto', bold: { metrics: robotoBold, local: ['Roboto Bold'] }, inHeadings: 1.18 },
  { name: 'DejaVu', bold: { metrics: dejavuBold, local: ['DejaVu Sans Bold'] }, inHeadings: 0.957 },
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

const tenths = (percent = '0') => `${Math.round(Number.parseFloat(percent) * 10) / 10}%`

/** The declaration of a face that stands in for one of ours; `width` replaces its own average. */
function fallbackFace(
  { family, weight }: Face,
  ours: Metrics,
  { name, metrics, local }: { name: string; metrics: Omit<Metrics, 'subsets'>; local: string[] },
  width: number,
): string {
  const average = { xWidthAvg: width }
  const standIn = { ...metrics, ...average, subsets: { latin: average, thai: average } }
  const { fontFaces } = createFontStack([ours, standIn], { fontFaceFormat: 'styleObject' })
  const overrides = fontFaces[0]?.['@font-face'] as Record<string, string> | undefined
  if (!overrides) throw new Error(`no fallback for ${family}`)
  return `@font-face {
  font-family: "${family} ${name}";
  src: ${local.map((face) => `local("${face}")`).join(', ')};
  font-weight: ${weight};
  ascent-override: ${tenths(overrides.ascentOverride)};
  descent-override: ${tenths(overrides.descentOverride)};
  line-gap-override: ${tenths(overrides.lineGapOverride)};
  size-adjust: ${tenths(overrides.sizeAdjust)};
}
`
}

function fallbackFaces(face: Face, ours: Metrics): string[] {
  if (face.display === 'swap') {
    return headingFallbacks.map(({ name, bold, inHeadings }) => {
      const em = bold.metrics.unitsPerEm / ours.unitsPerEm
      return fallbackFace(face, ours, { name, ...bold }, (ours.xWidthAvg * em) / inHeadings)
    })
  }
  return fallbacks.map(({ name, regular, bold }) => {
    const standIn = face.weight < 600 ? regular : bold
    return fallbackFace(face, ours, { name, ...standIn }, standIn.metrics.xWidthAvg)
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
writeFileSync(file, `/* Written by \`node scripts/make/fonts.ts\`. */\n\n${css.join('\n')}`)
