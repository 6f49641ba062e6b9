/**
 * `node scripts/make/icons.ts`: writes the sprite of the site's icons, from Lucide (ISC licence) and our own
 * `own-icons.svg`. The result is committed.
 */
import { readFileSync, writeFileSync } from 'node:fs'

const lucideIcons = [
  ...['phone', 'map-pin', 'mail', 'arrow-right', 'arrow-left', 'wrench', 'clipboard-check'],
  ...['menu', 'x', 'file-check', 'zap', 'badge-check', 'wallet', 'house', 'store', 'siren'],
  ...['chevron-down', 'external-link', 'plus', 'chevron-up'],
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
