import { compile } from 'css-select'
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser'
import { z } from 'zod'
import { type ImageAlt, imageAltLimit, imageAltSchema } from '#/contracts/seo.ts'

/** More entries than a page has images. */
const mostImageAlts = 500

/** Where in a text an offset is, as editors count: from 1. */
function positionOf(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n')
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}

/** `InvalidSymbol` as people read it: `invalid symbol`. */
const describeError = ({ error }: ParseError) =>
  printParseErrorCode(error)
    .replace(/\B[A-Z]/g, ' $&')
    .toLowerCase()

type Parsed = { value: unknown } | { problem: string }

function parseJson(text: string): Parsed {
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors, { disallowComments: true })
  const [first] = errors
  if (!first) return { value }
  return {
    problem: `is not valid JSON at ${positionOf(text, first.offset)}: ${describeError(first)}.`,
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function problemOfNode(node: unknown, where: string): string | undefined {
  if (!isObject(node)) return `must hold JSON objects, but ${where} is none.`
  const { '@context': context, '@type': type, '@graph': graph } = node
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

/** What keeps a text from being JSON-LD, and where; undefined if nothing does. Empty is fine. */
export function findStructuredDataProblem(text: string): string | undefined {
  if (text === '') return undefined
  const parsed = parseJson(text)
  if ('problem' in parsed) return `The structured data ${parsed.problem}`
  const isList = Array.isArray(parsed.value)
  for (const [index, node] of [parsed.value].flat().entries()) {
    const problem = problemOfNode(node, isList ? `entry ${index + 1}` : 'its outermost object')
    if (problem) return `The structured data ${problem}`
  }
  return undefined
}

/** True for a CSS selector that can be matched against a page that nobody has touched. */
function isSelector(selector: string): boolean {
  try {
    compile(selector)
    return true
  } catch {
    return false
  }
}

function problemOfImageAlt(entry: unknown): string | undefined {
  const { success, data } = imageAltSchema.safeParse(entry)
  if (!success) return 'must be an object with the texts "selector" and "alt".'
  if (!isSelector(data.selector)) return 'has a selector that is not valid CSS.'
  if (data.alt.length > imageAltLimit) return `has a text of more than ${imageAltLimit} characters.`
  return undefined
}

/** What keeps a text from being a list of image texts, and where; undefined if nothing does. */
export function findImageAltsProblem(text: string): string | undefined {
  if (text === '') return undefined
  const parsed = parseJson(text)
  if ('problem' in parsed) return `The list of image texts ${parsed.problem}`
  if (!Array.isArray(parsed.value)) return 'The image texts must be a list.'
  if (parsed.value.length > mostImageAlts) {
    return `There are more than ${mostImageAlts} image texts.`
  }
  for (const [index, entry] of parsed.value.entries()) {
    const problem = problemOfImageAlt(entry)
    if (problem) return `Image text ${index + 1} ${problem}`
  }
  return undefined
}

/** The stored image texts; none where they cannot be read. */
export function readImageAlts(text: string): ImageAlt[] {
  try {
    const { success, data } = z.array(imageAltSchema).safeParse(JSON.parse(text))
    return success ? data.filter(({ selector }) => isSelector(selector)) : []
  } catch {
    return []
  }
}
