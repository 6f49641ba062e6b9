import type { CSSProperties } from 'react'
import tokens from '../ui/sheets/tokens.css?raw'

/** The value of a color in `tokens.css`: mails cannot use custom properties. */
function color(name: string): string {
  const value = new RegExp(`--color-${name}: (#[0-9a-f]{6});`).exec(tokens)?.[1]
  if (!value) throw new Error(`tokens.css has no color ${name}`)
  return value
}

const white = color('white')
const ice = color('ice')
const navy = color('navy')
const ink = color('ink')
const muted = color('muted')
const line = color('line')
const primary = color('primary')
const sky = color('sky')
const warm = color('warm')

const sans = '"Open Sans", "Segoe UI", Roboto, Helvetica, Arial, sans-serif'

const heading = {
  fontFamily: 'Montserrat, "Segoe UI", Roboto, Helvetica, Arial, sans-serif',
  fontWeight: 800,
}
const middle = { width: '100%', maxWidth: '600px', margin: '0 auto' }
const text: CSSProperties = {
  margin: 0,
  color: ink,
  fontSize: '16px',
  lineHeight: '24px',
  wordBreak: 'break-word',
}

/** The inline styles of a mail: most mail programs support no others. */
export const look = {
  body: { margin: 0, backgroundColor: ice },
  hidden: {
    display: 'none',
    overflow: 'hidden',
    lineHeight: '1px',
    opacity: 0,
    maxHeight: 0,
    maxWidth: 0,
  },
  page: { padding: '24px 0', backgroundColor: ice, fontFamily: sans },
  card: {
    ...middle,
    backgroundColor: white,
    border: `1px solid ${line}`,
    borderRadius: '12px',
    overflow: 'hidden',
  },
  header: { backgroundColor: navy, padding: '20px 28px 16px' },
  breeze: { backgroundColor: navy, paddingBottom: '4px' },
  brand: { ...heading, margin: 0, color: white, fontSize: '17px', lineHeight: '24px' },
  content: { padding: '28px' },
  title: {
    ...text,
    ...heading,
    margin: '0 0 12px',
    fontSize: '26px',
    lineHeight: '32px',
    letterSpacing: '-0.01em',
  },
  button: {
    backgroundColor: primary,
    borderRadius: '8px',
    // Seen where the reader's own colors take the background's place.
    border: '1px solid transparent',
    textAlign: 'center',
  },
  buttonText: {
    display: 'block',
    color: white,
    fontSize: '17px',
    lineHeight: '20px',
    fontWeight: 600,
    textDecoration: 'none',
  },
  label: { margin: '16px 0 2px', color: muted, fontSize: '13px', lineHeight: '18px' },
  value: text,
  paragraph: { ...text, margin: '0 0 16px', lineHeight: '26px' },
  link: { color: primary, textDecoration: 'underline' },
  address: { ...text, margin: '6px 0 20px', fontSize: '14px', lineHeight: '20px' },
  below: middle,
  footer: { padding: '16px 28px 0', color: muted, fontSize: '13px', lineHeight: '20px' },
} satisfies Record<string, CSSProperties>

/** The three lines of the breeze, from cool to warm. Without support for gradients each has the color `from`. */
export const breeze = [
  { height: 3, from: sky, to: warm, start: '0%' },
  { height: 4, from: primary, to: sky, start: '12%' },
  { height: 5, from: sky, to: warm, start: '24%' },
] as const

/** Dark colors for programs that ask for them. Media queries need classes, inline styles cannot have them. */
export const darkStyle = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .m-body, .m-page { background-color: ${navy} !important; }
  .m-card { background-color: ${navy} !important; border-color: ${color('navy-line')} !important; }
  .m-ink { color: ${white} !important; }
  .m-muted { color: ${line} !important; }
  .m-link { color: ${sky} !important; }
  .m-button { background-color: ${sky} !important; }
  .m-button a { color: ${navy} !important; }
}
@media (max-width: 480px) {
  .m-page { padding: 0 0 24px !important; }
  .m-card { border-radius: 0 !important; border-width: 0 !important; }
  .m-side { padding-left: 20px !important; padding-right: 20px !important; }
  .m-wide { width: 100% !important; }
}`
