/**
 * The CSS selectors that image texts may have: few kinds, so that each is matched at once, finds
 * the same on the server and in the browser, and cannot be read as markup.
 */
export const selectorLimits = {
  characters: 200,
  /** The place of an image in the deepest page takes ten. */
  steps: 12,
} as const

const name = String.raw`-?[A-Za-z_][\w-]*`

/** A place among siblings. It never looks below or beside them, so it costs little. */
const place = String.raw`(?:first|last)-(?:child|of-type)|nth-(?:last-)?(?:child|of-type)\([1-9]\d{0,2}\)`

const quoted = String.raw`"[^"\\\n\r\f]*"|'[^'\\\n\r\f]*'`

/** What narrows a tag down, or stands without one. */
const part = String.raw`[#.]${name}|:(?:${place})|\[${name}(?:[*^$]?=(?:${name}|${quoted}))?\]`

const step = `(?:${name}(?:${part})*|(?:${part})+)`

const between = String.raw`[ \t\r\n\f]*>[ \t\r\n\f]*|[ \t\r\n\f]+`

const selector = new RegExp(`^${step}(?:(?:${between})${step}){0,${selectorLimits.steps - 1}}$`)

/** The selector without space around it; undefined for one that is not accepted. */
export function readSelector(text: string): string | undefined {
  const source = text.trim()
  return source.length <= selectorLimits.characters && selector.test(source) ? source : undefined
}
