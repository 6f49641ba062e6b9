import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser'
import { parseImageAlts } from '#/contracts/seo/image-alts.ts'
import { findJsonExcess, findJsonLdProblem, placeOf } from '#/contracts/seo/json-ld.ts'
import { readSelector, selectorAdvice } from '#/contracts/seo/selectors.ts'
import {
  type ImageAlt,
  imageAltLimit,
  imageAltSchema,
  type SeoFields,
} from '#/contracts/seo/seo.ts'
import { AppError } from '../http/errors.ts'

/** More entries than a page has images. */
const mostImageAlts = 500

/** `InvalidSymbol` as people read it: `invalid symbol`. */
const describeError = ({ error }: ParseError) =>
  printParseErrorCode(error)
    .replace(/\B[A-Z]/g, ' $&')
    .toLowerCase()

type Parsed = { value: unknown } | { problem: string }

function parseJson(text: string): Parsed {
  const excess = findJsonExcess(text)
  if (excess) {
    return { problem: `is too much at ${placeOf(text, excess.offset)}. ${excess.message}` }
  }
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors, { disallowComments: true })
  const [first] = errors
  if (!first) return { value }
  const place = placeOf(text, first.offset)
  return { problem: `is not valid JSON at ${place}: ${describeError(first)}.` }
}

/** Why a text is no JSON-LD, and where; undefined for JSON-LD and for an empty text. */
function findStructuredDataProblem(text: string): string | undefined {
  if (text === '') return undefined
  const parsed = parseJson(text)
  const problem = 'problem' in parsed ? parsed.problem : findJsonLdProblem(parsed.value)
  return problem && `The structured data ${problem}`
}

function problemOfImageAlt(entry: unknown): string | undefined {
  const { success, data } = imageAltSchema.safeParse(entry)
  if (!success) return 'must be an object with the texts "selector" and "alt".'
  if (readSelector(data.selector) === undefined) {
    return `has a selector that cannot be used. ${selectorAdvice}`
  }
  if (data.alt.length > imageAltLimit) return `has a text of more than ${imageAltLimit} characters.`
  return undefined
}

/** Why a text is no list of image texts, and where; undefined for a list and for an empty text. */
function findImageAltsProblem(text: string): string | undefined {
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

/**
 * Checks what the schema cannot: whether the texts that hold JSON hold the right kind of it. Throws
 * `invalid_request`, with the problem of each field.
 */
export function checkFields({ structuredData, imageAltTexts }: SeoFields): void {
  const problems = {
    structuredData: findStructuredDataProblem(structuredData),
    imageAltTexts: findImageAltsProblem(imageAltTexts),
  }
  const fields = Object.fromEntries(
    Object.entries(problems).filter((entry): entry is [string, string] => Boolean(entry[1])),
  )
  const [first] = Object.values(fields)
  if (first) throw new AppError('invalid_request', first, { fields })
}

/** Throws `invalid_request` for stored structured data from which no page can be made. */
export function assertUsable(structuredData: string): void {
  const parsed = parseJson(structuredData)
  if ('problem' in parsed) {
    throw new AppError('invalid_request', `The structured data ${parsed.problem}`)
  }
}

/** The stored image texts that can be applied; none where the stored text cannot be read. */
export function readImageAlts(text: string): ImageAlt[] {
  return (parseImageAlts(text) ?? []).slice(0, mostImageAlts).flatMap(({ selector, alt }) => {
    const written = readSelector(selector)
    return written === undefined ? [] : [{ selector: written, alt }]
  })
}
