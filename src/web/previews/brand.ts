import { readFileSync } from 'node:fs'
import { colorIn } from '../ui/token-color.ts'

const web = new URL('../', import.meta.url)
const textOf = (file: string) => readFileSync(new URL(file, web), 'utf8')

const tokens = textOf('ui/tokens.css')

/** A color of the site by its name in `tokens.css`. */
export const color = (name: string) => colorIn(tokens, name)

/** The content of an element of an SVG file, to be put into another drawing. */
function contentOf(file: string, element: RegExp): string {
  const content = element.exec(textOf(file))?.[1]
  if (!content) throw new Error(`${element} is not in ${file}`)
  return content
}

/** The three curves, 1600 by 440. */
export const breeze = contentOf('ui/breeze.svg', /<svg[^>]*>(.*)<\/svg>/s)

/** The logo, 44 by 32; its three curves in these colors, from top to bottom. */
export function logo(colors: readonly string[]): string {
  const drawing = contentOf('ui/icons.svg', /<symbol id="breeze"[^>]*>(.*?)<\/symbol>/s)
  return colors.reduce((svg, value, at) => svg.replace(`var(--mark-${at + 1})`, value), drawing)
}

const readFont = (name: string) =>
  readFileSync(new URL(`../../node_modules/@fontsource/${name}-normal.woff`, web))

/** The typefaces, in a format that the layout can read. */
export const fonts = [
  { name: 'Montserrat', weight: 800, data: readFont('montserrat/files/montserrat-latin-800') },
  { name: 'Open Sans', weight: 400, data: readFont('open-sans/files/open-sans-latin-400') },
  { name: 'Open Sans', weight: 600, data: readFont('open-sans/files/open-sans-latin-600') },
] as const
