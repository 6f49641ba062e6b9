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

/**
 * What JSON-LD must be, in two degrees: what the server refuses, and what the editor warns of. Both
 * look at the parsed value; each side has a parser of its own.
 */

/** JSON-LD as it was copied, without the script element around it. */
export function withoutScriptTag(text: string): string {
  return /^\s*<script\b[^>]*>([\s\S]*)<\/script\s*>\s*$/i.exec(text)?.[1]?.trim() ?? text
}

/** A place in a text, counted from 1. */
export type TextPosition = { line: number; column: number }

/** The place of an offset in a text. */
export function positionOf(text: string, offset: number): TextPosition {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** The names and indexes that lead from the outermost value to one inside it. */
type JsonPath = (string | number)[]

type Place = { value: unknown; path: JsonPath }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const entriesOf = ({ value, path }: Place): Place[] =>
  Array.isArray(value)
    ? value.map((entry, index) => ({ value: entry, path: [...path, index] }))
    : [{ value, path }]

/** A text may hold one document or a list of documents. */
const documentsOf = (value: unknown) => entriesOf({ value, path: [] })

/** What a document describes: the entries of its "@graph", or itself. */
const thingsOf = ({ value, path }: Place): Place[] =>
  isObject(value) && '@graph' in value
    ? entriesOf({ value: value['@graph'], path: [...path, '@graph'] })
    : [{ value, path }]

function problemOfDocument(document: unknown, where: string): string | undefined {
  if (!isObject(document)) return `must hold JSON objects, but ${where} is none.`
  const { '@context': context, '@type': type, '@graph': graph } = document
  const isContext = typeof context === 'string' || isObject(context) || Array.isArray(context)
  if (!isContext) return `needs an "@context", such as "https://schema.org", in ${where}.`
  if (type === undefined && graph === undefined) {
    return `needs an "@type", such as "Organization", or a "@graph" in ${where}.`
  }
  if (graph !== undefined && !(Array.isArray(graph) && graph.every(isObject))) {
    return `has a "@graph" in ${where} that is not a list of objects.`
  }
  const types = [type ?? []].flat()
  if (!types.every((name) => typeof name === 'string')) {
    return `has an "@type" in ${where} that is not a name or a list of names.`
  }
  return undefined
}

/** Why a value is not JSON-LD, as the end of a sentence; undefined for JSON-LD. */
export function findJsonLdProblem(value: unknown): string | undefined {
  const isList = Array.isArray(value)
  return documentsOf(value)
    .map((document, index) =>
      problemOfDocument(document.value, isList ? `entry ${index + 1}` : 'its outermost object'),
    )
    .find((problem) => problem !== undefined)
}

type JsonLdWarning = { path: JsonPath; message: string }

const contextMessage = '"@context" should be "https://schema.org".'

function isSchemaContext(context: unknown): boolean {
  const vocabulary = isObject(context) ? context['@vocab'] : undefined
  return [...[context].flat(), vocabulary].some(
    (text) => typeof text === 'string' && /^https?:\/\/schema\.org\/?$/.test(text),
  )
}

function warningsOfThing({ value: thing, path }: Place): JsonLdWarning[] {
  if (!isObject(thing)) {
    return [{ path, message: 'An object with "@context" and "@type" is expected here.' }]
  }
  if (!('@type' in thing)) {
    return [{ path, message: '"@type" is missing: say what this describes.' }]
  }
  const types = [thing['@type']].flat()
  const areNames = types.length > 0 && types.every((name) => typeof name === 'string' && name)
  if (areNames) return []
  return [{ path: [...path, '@type'], message: '"@type" should be the name of a type.' }]
}

function warningsOfContext({ value: document, path }: Place): JsonLdWarning[] {
  if (!isObject(document)) return []
  if (!('@context' in document)) {
    return [{ path, message: `"@context" is missing. ${contextMessage}` }]
  }
  if (isSchemaContext(document['@context'])) return []
  return [{ path: [...path, '@context'], message: contextMessage }]
}

/** Parts of JSON-LD that search engines do not understand. */
export function findJsonLdWarnings(value: unknown): JsonLdWarning[] {
  return documentsOf(value).flatMap((document) => [
    ...warningsOfContext(document),
    ...thingsOf(document).flatMap(warningsOfThing),
  ])
}

/** The types of what JSON-LD describes, such as `Organization`. */
export function jsonLdTypes(value: unknown): string[] {
  return documentsOf(value)
    .flatMap(thingsOf)
    .flatMap(({ value: thing }) => (isObject(thing) ? [thing['@type'] ?? []].flat() : []))
    .map(String)
}
