import {
  findNodeAtLocation,
  getNodeValue,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser'
import { parseAddress } from '#/contracts/results/visits.ts'
import {
  findJsonExcess,
  findJsonLdWarnings,
  jsonLdTypes,
  positionOf,
  type TextPosition,
} from '#/contracts/seo/json-ld.ts'
import { absoluteAddress } from '#/contracts/seo/merge-metadata.ts'
import type { SeoFields } from '#/contracts/seo/seo.ts'
import { publicPaths } from '#/contracts/site-routes.ts'
import type { FieldName } from './editor-fields.ts'

/** Something wrong with a JSON-LD text, and where. */
type JsonFinding = TextPosition & {
  /** An error is no JSON; a warning is JSON that search engines would not understand. */
  kind: 'error' | 'warning'
  message: string
}

/** By the parser's names for its errors. */
const syntaxMessages: Record<string, string> = {
  InvalidSymbol: 'This is not a JSON value. Text goes in double quotes.',
  InvalidNumberFormat: 'This is not a valid JSON number.',
  PropertyNameExpected: 'A name in double quotes is expected here.',
  ValueExpected: 'A value is expected here.',
  ColonExpected: 'A colon is expected here.',
  CommaExpected: 'A comma is expected here.',
  CloseBraceExpected: 'A closing brace } is expected here.',
  CloseBracketExpected: 'A closing bracket ] is expected here.',
  EndOfFileExpected: 'The data ends before this. Nothing more is expected.',
  InvalidCommentToken: 'JSON has no comments.',
  UnexpectedEndOfComment: 'JSON has no comments.',
  UnexpectedEndOfString: 'This text has no closing quote.',
  UnexpectedEndOfNumber: 'This number is not complete.',
  InvalidUnicode: 'This is not a Unicode escape: it needs four hexadecimal digits.',
  InvalidEscapeCharacter: 'A backslash cannot come before this character.',
  InvalidCharacter: 'This character must be escaped.',
}

/** Parses a text that has been found to keep within the limits. */
function parse(text: string) {
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { disallowComments: true })
  return { root, errors }
}

/** What is wrong with a JSON-LD text, in the order of the text. Nothing is wrong with an empty one. */
export function findJsonProblems(text: string): JsonFinding[] {
  if (text.trim() === '') return []
  const excess = findJsonExcess(text)
  if (excess) {
    return [{ kind: 'error', message: excess.message, ...positionOf(text, excess.offset) }]
  }
  const { root, errors } = parse(text)
  if (errors.length > 0 || !root) {
    // Several errors at one place have one cause, which the first of them names.
    const firsts = errors.filter(
      ({ offset }, index) => errors.findIndex((each) => each.offset === offset) === index,
    )
    return firsts.map(({ error, offset }) => ({
      kind: 'error',
      message: syntaxMessages[printParseErrorCode(error)] ?? 'This is not JSON.',
      ...positionOf(text, offset),
    }))
  }
  return findJsonLdWarnings(getNodeValue(root))
    .map(({ path, message }) => ({ message, offset: findNodeAtLocation(root, path)?.offset ?? 0 }))
    .sort((a, b) => a.offset - b.offset)
    .map(({ message, offset }) => ({ kind: 'warning', message, ...positionOf(text, offset) }))
}

/** The types that a JSON-LD text describes, such as `Organization`; none where it is not JSON. */
export function typesIn(text: string): string[] {
  if (findJsonExcess(text)) return []
  const { root } = parse(text)
  return root ? jsonLdTypes(getNodeValue(root)) : []
}

/** True if an address of this site, or a path, is that of a public page. */
export function isOfPage(address: string, siteUrl: string): boolean {
  const url = parseAddress(absoluteAddress(address.trim(), siteUrl))
  return publicPaths.some((path) => siteUrl + path === url?.href)
}

/** What is wrong with the fields before anything is sent. The server checks all of it, and more. */
export function findProblems(fields: SeoFields): Partial<Record<FieldName, string>> {
  const problems: Partial<Record<FieldName, string>> = {}
  if (fields.title.trim() === '') problems.title = 'Please enter a title.'
  if (fields.description.trim() === '') problems.description = 'Please enter a description.'
  const error = findJsonProblems(fields.structuredData).find(({ kind }) => kind === 'error')
  if (error) {
    const { line, column, message } = error
    problems.structuredData = `The structured data is wrong at line ${line}, column ${column}. ${message}`
  }
  return problems
}
