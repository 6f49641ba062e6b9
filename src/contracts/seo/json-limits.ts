/**
 * Limits of JSON that editors write: far above any sensible size, far below what a parser fails at.
 */
export const jsonLimits = { depth: 32, values: 5_000 } as const

/** Where JSON goes beyond a limit, and the limit as a sentence. */
export type JsonExcess = { offset: number; message: string }

const ends: Record<string, string> = { '{': '}', '[': ']' }

/** Comments, texts and marks, each to the end that a tolerant parser gives it. */
const tokens = /\/\/[^\r\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\r\n]+|\\[\s\S])*"?|[[\]{},]/g

/**
 * Finds nesting or numbers of values beyond the limits, in a text that may be no JSON at all. Call
 * it before the text is parsed: parsers call themselves for each level, and run out of stack.
 */
export function findJsonExcess(text: string): JsonExcess | undefined {
  /** The ends of the open lists and objects, the innermost last. */
  const open: string[] = []
  let values = 1
  for (const { 0: token, index: offset } of text.matchAll(tokens)) {
    const end = ends[token]
    if (end !== undefined) open.push(end)
    else if (token === open.at(-1)) open.pop()
    if (end !== undefined || token === ',') values += 1
    if (open.length > jsonLimits.depth) {
      return {
        offset,
        message: `Objects and lists may stand ${jsonLimits.depth} deep in each other at most.`,
      }
    }
    if (values > jsonLimits.values) {
      const most = jsonLimits.values.toLocaleString('en-US')
      return { offset, message: `There may be ${most} values in objects and lists at most.` }
    }
  }
  return undefined
}
