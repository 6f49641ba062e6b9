import { readFileSync } from 'node:fs'

const web = new URL('../', import.meta.url)
const textOf = (file: string) => readFileSync(new URL(file, web), 'utf8')

const tokens = textOf('ui/tokens.css')

/** A colour of `tokens.css`. */
export function color(name: string): string {
  const value = new RegExp(`--color-${name}: (#[0-9a-f]{6});`).exec(tokens)?.[1]
  if (!value) throw new Error(`tokens.css has no colour ${name}`)
  return value
}

/** What stands within an element of an SVG file, to be placed in another drawing. */
function insideOf(file: string, element: RegExp): string {
  const inside = element.exec(textOf(file))?.[1]
  if (!inside) throw new Error(`${file} is not as expected`)
  return inside
}

/** The three curves, 1600 by 440. */
export const breeze = insideOf('ui/breeze.svg', /<svg[^>]*>(.*)<\/svg>/s)

/** The sign, 44 by 32; its three curves in these colours from the top. */
export function sign(colors: readonly string[]): string {
  const drawing = insideOf('ui/icons.svg', /<symbol id="breeze"[^>]*>(.*?)<\/symbol>/s)
  return colors.reduce((svg, value, at) => svg.replace(`var(--mark-${at + 1})`, value), drawing)
}

const fontOf = (name: string) =>
  readFileSync(new URL(`../../node_modules/@fontsource/${name}-normal.woff`, web))

/** The typefaces, in a format that the layout can read. */
export const fonts = [
  { name: 'Montserrat', weight: 800, data: fontOf('montserrat/files/montserrat-latin-800') },
  { name: 'Open Sans', weight: 400, data: fontOf('open-sans/files/open-sans-latin-400') },
  { name: 'Open Sans', weight: 600, data: fontOf('open-sans/files/open-sans-latin-600') },
] as const
