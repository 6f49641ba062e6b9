/**
 * `npm run icons`: draws the favicon set into `public` from the site's sign. The results
 * are committed.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { findChromium } from '../tests/system/chromium.ts'

const target = new URL('../public/', import.meta.url)
const iconsFile = new URL('../src/web/ui/icons.svg', import.meta.url)

const sign = /<symbol id="breeze"[^>]*>(.*?)<\/symbol>/s.exec(readFileSync(iconsFile, 'utf8'))?.[1]
if (!sign) throw new Error('the sign is not in icons.svg')

/** On navy, so that it shows on light and on dark tabs. The sign is 44 by 32; the tile is square. */
function tile(radius: number, signWidth: number): string {
  const scale = signWidth / 44
  const [x, y] = [(64 - signWidth) / 2, (64 - 32 * scale) / 2]
  const colored = sign
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
/** Phones cut their own shape, up to a circle, so the sign keeps to the middle. */
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
  writeFileSync(new URL(name, target), content)
  process.stdout.write(`${name}: ${content.length} bytes\n`)
}
