/**
 * `node scripts/make/icons.ts`: writes the sprite of the site's icons, from Lucide (ISC licence) and our own
 * `own-icons.svg`, and draws the favicons into `public` from the logo in it. The results are committed.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { findChromium } from '#tests/support/chromium.ts'

const lucideIcons = [
  ...['phone', 'clock', 'map-pin', 'mail', 'check', 'arrow-right', 'arrow-left', 'wrench'],
  ...['clipboard-check', 'menu', 'x', 'file-check', 'zap', 'badge-check', 'wallet', 'house'],
  ...['store', 'siren', 'chevron-down', 'external-link', 'shield-check', 'plus', 'settings'],
  ...['chevron-up'],
]

const lucide = new URL('../../node_modules/lucide-static/icons/', import.meta.url)
const ui = new URL('../../src/web/ui/', import.meta.url)

function symbolOf(name: string): string {
  const svg = readFileSync(new URL(`${name}.svg`, lucide), 'utf8')
  const shapes = /<svg[^>]*>(.*)<\/svg>/s
    .exec(svg)?.[1]
    ?.replace(/\s*\n\s*/g, '')
    .replaceAll(' />', '/>')
  if (!shapes) throw new Error(`${name} is not an icon of Lucide`)
  return `<symbol id="${name}" viewBox="0 0 24 24">${shapes}</symbol>`
}

const own = readFileSync(new URL('own-icons.svg', ui), 'utf8').match(/<symbol.*<\/symbol>/g) ?? []
const symbols = [...lucideIcons.map(symbolOf), ...own]
const sprite = `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join('\n')}\n</svg>\n`
writeFileSync(new URL('icons.svg', ui), sprite)

const publicFolder = new URL('../../public/', import.meta.url)

const logo = /<symbol id="breeze"[^>]*>(.*?)<\/symbol>/s.exec(sprite)?.[1]
if (!logo) throw new Error('the logo is not in own-icons.svg')

/** The logo (44 by 32) on a square of 64, navy so that it is visible on light and on dark tabs. */
function tile(radius: number, logoWidth: number): string {
  const scale = logoWidth / 44
  const [x, y] = [(64 - logoWidth) / 2, (64 - 32 * scale) / 2]
  const colored = logo
    ?.replace('var(--mark-1)', '#8ccbf2')
    .replace('var(--mark-2)', '#ffffff')
    .replace('var(--mark-3)', '#f26b21')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="${radius}" fill="#071f3d"/><g transform="translate(${x} ${y}) scale(${scale})">${colored}</g></svg>`
}

/** An icon file that holds one PNG. */
function toIco(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(size, 6)
  header.writeUInt8(size, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}

const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
const page = await browser.newPage()

async function toPng(svg: string, size: number): Promise<Buffer> {
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(`<style>*{margin:0}svg{display:block;width:100vw}</style>${svg}`)
  return page.screenshot({ omitBackground: true })
}

const rounded = tile(14, 52)
/** Phones cut out a shape of their own, at most a circle, so the logo is small and in the middle. */
const full = tile(0, 38)
const small = await toPng(rounded, 32)
const files: Record<string, string | Buffer> = {
  'icon.svg': `${rounded}\n`,
  'favicon.ico': toIco(small, 32),
  'icon-32.png': small,
  'apple-touch-icon.png': await toPng(full, 180),
  'icon-192.png': await toPng(full, 192),
  'icon-512.png': await toPng(full, 512),
}
await browser.close()
for (const [name, content] of Object.entries(files)) {
  writeFileSync(new URL(name, publicFolder), content)
  process.stdout.write(`${name}: ${content.length} bytes\n`)
}
