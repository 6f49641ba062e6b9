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

/** A tag, or one of the parts that narrow it down, at the place where the last one ended. */
const part = new RegExp(
  [
    `(?<tag>${name})`,
    `(?<mark>[#.]${name})`,
    `:(?<place>${place})`,
    String.raw`\[\s*(?<attribute>${name})\s*(?:(?<operator>[*^$]?=)\s*(?:(?<bare>${name}|\d+)|(?<quoted>${quoted}))\s*)?\]`,
  ].join('|'),
  'y',
)

const combinator = /\s*>\s*|\s+/y

/**
 * A quote of the other kind may stand in a text, so the text is quoted with the kind that it lacks.
 */
const quote = (text: string) => (text.includes('"') ? `'${text}'` : `"${text}"`)

function writePart(groups: Record<string, string | undefined>): string {
  const { tag, mark, place: position, attribute, operator, bare, quoted: text } = groups
  if (position !== undefined) return `:${position}`
  if (attribute === undefined) return tag ?? mark ?? ''
  return operator === undefined
    ? `[${attribute}]`
    : `[${attribute}${operator}${quote(bare ?? text?.slice(1, -1) ?? '')}]`
}

/**
 * The selector, written anew from its parse: only this is ever matched. Undefined for a selector
 * that is not accepted.
 */
export function readSelector(text: string): string | undefined {
  const source = text.trim()
  if (source.length > selectorLimits.characters) return undefined
  let written = ''
  let at = 0
  for (let steps = 1; steps <= selectorLimits.steps; steps += 1) {
    const start = at
    for (part.lastIndex = at; ; at = part.lastIndex) {
      const groups = part.exec(source)?.groups
      // A tag must stand first.
      if (!groups || (groups.tag !== undefined && at > start)) break
      written += writePart(groups)
    }
    if (at === start) return undefined
    if (at === source.length) return written
    combinator.lastIndex = at
    const [between] = combinator.exec(source) ?? []
    if (between === undefined) return undefined
    written += between.includes('>') ? ' > ' : ' '
    at = combinator.lastIndex
  }
  return undefined
}
