/**
 * `node scripts/make/previews.ts`: draws the picture of each public page for links in messages, 1200 by 630 pixels,
 * with the words of `src/content/pages/preview-cards.ts`. The results are committed, and beside them the words
 * that are on them.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { type PreviewCard, previewCards, previewEyebrow } from '#/content/pages/preview-cards.ts'
import { previewPath } from '#/contracts/routes.ts'
import pictures from '#/web/pictures/pictures.json' with { type: 'json' }
import { findChromium } from '#tests/support/chromium.ts'

const web = new URL('../../src/web/', import.meta.url)
const target = new URL('../../public/', import.meta.url)
const drawnWords = new URL('../../art/preview-words.json', import.meta.url)
const size = { width: 1200, height: 630 }

const textOf = (file: string) => readFileSync(new URL(file, web), 'utf8')
const dataOf = (file: string, type: string) =>
  `data:${type};base64,${readFileSync(new URL(file, web)).toString('base64')}`

function contentOf(file: string, element: RegExp): string {
  const content = element.exec(textOf(file))?.[1]
  if (!content) throw new Error(`${element} is not in ${file}`)
  return content
}

const breeze = contentOf('ui/breeze.svg', /<svg[^>]*>(.*)<\/svg>/s)
const logo = contentOf('ui/icons.svg', /<symbol id="breeze"[^>]*>(.*?)<\/symbol>/s)

const faces = [
  { family: 'Montserrat', weight: 800 },
  { family: 'Open Sans', weight: 400 },
  { family: 'Open Sans', weight: 600 },
].map(({ family, weight }) => {
  const file = `fonts/${family.toLowerCase().replace(' ', '-')}-${weight}.woff2`
  return `@font-face { font-family: "${family}"; font-weight: ${weight}; src: url(${dataOf(file, 'font/woff2')}) }`
})

/** The words stand below the logo, above the breeze, and left of the scene or of where the breeze rises. */
const style = `${faces.join('\n')} ${textOf('ui/sheets/tokens.css')}
  * { margin: 0; box-sizing: border-box }
  body { width: 1200px; height: 630px; overflow: hidden; font-family: "Open Sans"; color: var(--color-ink);
    background: linear-gradient(var(--color-ice), var(--color-white)) }
  body > * { position: absolute }
  svg { inset: 0 }
  img { left: 600px; top: 84px; width: 592px; height: 476px; object-fit: contain }
  .tagline { left: 166px; top: 59px; font-size: 26px; font-weight: 600; color: var(--color-primary) }
  main { left: 68px; top: 142px; width: 564px; height: 384px; display: grid; align-content: center }
  h1 { font: 800 88px/1.08 Montserrat; letter-spacing: -0.02em; color: var(--color-navy) }
  main p { margin-top: 22px; font-size: 31px; line-height: 1.38; text-wrap: balance }
  .wide { color: var(--color-ice); --mark-2: var(--color-white);
    background: linear-gradient(var(--color-navy), var(--color-primary-deep)) }
  .wide main { width: 892px }
  .wide h1 { color: var(--color-white) }
  .wide .tagline { color: var(--color-sky) }`

function sceneOf(scene: string): string {
  const entry = (pictures as Partial<Record<string, { width: number }>>)[scene]
  if (!entry) throw new Error(`there is no scene ${scene}`)
  return `<img src="${dataOf(`pictures/${scene}-${entry.width}.avif`, 'image/avif')}" alt="">`
}

function documentOf({ heading, text, scene }: PreviewCard): string {
  return `<!doctype html><style>${style}</style><body class="${scene ? '' : 'wide'}">
    <svg width="${size.width}" height="${size.height}" fill="none" stroke-linecap="round">
      <g transform="translate(-60 232) scale(0.84 0.94)" opacity="0.25">${breeze}</g>
      <g transform="translate(-40 262) scale(0.82)">${breeze}</g>
      <g transform="translate(68 50) scale(1.75)">${logo}</g>
    </svg>
    ${scene ? sceneOf(scene) : ''}
    <p class="tagline">${previewEyebrow}</p>
    <main><h1>${heading}</h1><p>${text}</p></main>`
}

/**
 * Gives the heading the largest size that fits, or a little smaller one if that saves a line. Runs in
 * the browser. Returns undefined if not even the smallest fits.
 */
function fitHeading(): number | undefined {
  const [main, heading] = [document.querySelector('main'), document.querySelector('h1')]
  if (!main || !heading) return undefined
  let best: { size: number; lines: number } | undefined
  for (const size of [88, 82, 76, 70, 64, 58]) {
    // A smaller heading is not worth the line that it saves.
    if (best && size < 70) break
    heading.style.fontSize = `${size}px`
    const lines = Math.round(heading.offsetHeight / (size * 1.08))
    const fits = main.scrollWidth <= main.offsetWidth && main.scrollHeight <= main.offsetHeight
    if (fits && (!best || lines < best.lines)) best = { size, lines }
  }
  if (best) heading.style.fontSize = `${best.size}px`
  return best?.size
}

async function draw(page: Page, path: string, card: PreviewCard): Promise<void> {
  await page.setContent(documentOf(card), { waitUntil: 'load' })
  await page.evaluate(() => document.fonts.ready)
  if (!(await page.evaluate(fitHeading))) throw new Error(`'${card.heading}' is too long`)
  const picture = await sharp(await page.screenshot())
    .png({ palette: true, quality: 85, effort: 5, dither: 0.5, compressionLevel: 9 })
    .toBuffer()
  writeFileSync(new URL(previewPath(path).slice(1), target), picture)
}

mkdirSync(new URL('previews/', target), { recursive: true })
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
})
const page = await browser.newPage({ viewport: size })
for (const [path, card] of Object.entries(previewCards)) await draw(page, path, card)
await browser.close()
writeFileSync(drawnWords, `${JSON.stringify(previewCards, null, 2)}\n`)
