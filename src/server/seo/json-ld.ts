import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser'
import { fieldError } from '../http/errors.ts'

/** Bounds on JSON that editors write: far above any sensible one, far below what ends a parser. */
export const jsonLimits = { depth: 32, values: 5_000 } as const

/** Where JSON goes beyond a limit, and the limit as a sentence. */
type JsonExcess = { offset: number; message: string }

const ends: Record<string, string> = { '{': '}', '[': ']' }

/** Comments, texts and marks, each to where a forgiving parser ends it. */
const tokens = /\/\/[^\r\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\r\n]+|\\[\s\S])*"?|[[\]{},]/g

/**
 * Finds what is nested too deep, or too much, in a text that may be no JSON at all. To be asked
 * before the text is parsed: parsers call themselves for each level, and run out of stack.
 */
export function findJsonExcess(text: string): JsonExcess | undefined {
  /** The ends of what is open, the innermost last. */
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
        message: `Objects and lists can be nested at most ${jsonLimits.depth} deep.`,
      }
    }
    if (values > jsonLimits.values) {
      const most = jsonLimits.values.toLocaleString('en-US')
      return { offset, message: `Objects and lists can hold at most ${most} values.` }
    }
  }
  return undefined
}

/** The place of an offset in a text, in words. Both numbers count from 1. */
function placeOf(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n')
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function problemOfDocument(document: unknown, where: string): string | undefined {
  if (!isObject(document)) return `must hold JSON objects, but ${where} isn’t one.`
  const { '@context': context, '@type': type, '@graph': graph } = document
  const isContext = typeof context === 'string' || isObject(context) || Array.isArray(context)
  if (!isContext) return `needs an "@context", such as "https://schema.org", in ${where}.`
  if (type === undefined && graph === undefined) {
    return `needs an "@type", such as "Organization", or a "@graph" in ${where}.`
  }
  if (graph !== undefined && !(Array.isArray(graph) && graph.every(isObject))) {
    return `has a "@graph" in ${where} that isn’t a list of objects.`
  }
  const types = [type ?? []].flat()
  if (!types.every((name) => typeof name === 'string')) {
    return `has an "@type" in ${where} that isn’t a name or a list of names.`
  }
  return undefined
}

/** Why a value is not JSON-LD, as the end of a sentence; undefined for JSON-LD. */
export function findJsonLdProblem(value: unknown): string | undefined {
  const isList = Array.isArray(value)
  return [value]
    .flat()
    .map((document, index) =>
      problemOfDocument(document, isList ? `entry ${index + 1}` : 'its outermost object'),
    )
    .find((problem) => problem !== undefined)
}

const refusal = (problem: string) => fieldError('structuredData', `The structured data ${problem}`)

/** `InvalidSymbol` as people read it: `invalid symbol`. */
const describeError = ({ error }: ParseError) =>
  printParseErrorCode(error)
    .replace(/\B[A-Z]/g, ' $&')
    .toLowerCase()

/** Returns the value of a JSON text. Throws `invalid_request` that says where another text is wrong. */
export function readJson(text: string): unknown {
  const excess = findJsonExcess(text)
  if (excess) throw refusal(`is wrong at ${placeOf(text, excess.offset)}: ${excess.message}`)
  const errors: ParseError[] = []
  parse(text, errors, { disallowComments: true })
  const [first] = errors
  if (!first) return JSON.parse(text)
  throw refusal(`is wrong at ${placeOf(text, first.offset)}: ${describeError(first)}.`)
}

/** Throws `invalid_request`, with what is wrong, for a text that is no JSON-LD and not empty. */
export function checkJsonLd(text: string): void {
  const problem = text === '' ? undefined : findJsonLdProblem(readJson(text))
  if (problem) throw refusal(problem)
}
