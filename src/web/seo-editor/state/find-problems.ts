import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser'
import { findJsonExcess, findJsonLdProblem, placeOf } from '#/contracts/seo/json-ld.ts'
import type { SeoFields } from '#/contracts/seo/seo.ts'
import type { FieldName } from './editor-fields.ts'

/** By the parser's names for its errors. */
const syntaxMessages: Record<string, string> = {
  PropertyNameExpected: 'A name in double quotes is expected here.',
  ValueExpected: 'A value is expected here.',
  ColonExpected: 'A colon is expected here.',
  CommaExpected: 'A comma is expected here.',
  CloseBraceExpected: 'A closing brace } is expected here.',
  CloseBracketExpected: 'A closing bracket ] is expected here.',
  EndOfFileExpected: 'The data ends before this. Nothing more is expected.',
  InvalidCommentToken: 'JSON has no comments.',
  UnexpectedEndOfString: 'This text has no closing quote.',
}

/** What is first wrong with a JSON-LD text, and where. Nothing is wrong with an empty one. */
export function findJsonProblem(text: string): string | undefined {
  if (text.trim() === '') return undefined
  const at = (offset: number, message: string) =>
    `The structured data is wrong at ${placeOf(text, offset)}. ${message}`
  const excess = findJsonExcess(text)
  if (excess) return at(excess.offset, excess.message)
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors, { disallowComments: true })
  const [first] = errors
  if (first) {
    const message = syntaxMessages[printParseErrorCode(first.error)] ?? 'This is not valid JSON.'
    return at(first.offset, message)
  }
  const problem = findJsonLdProblem(value)
  return problem && `The structured data ${problem}`
}

/** What is wrong with the fields before anything is sent. The server checks all of it, and more. */
export function findProblems(fields: SeoFields): Partial<Record<FieldName, string>> {
  const problems: Partial<Record<FieldName, string>> = {}
  if (fields.title.trim() === '') problems.title = 'Please enter a title.'
  if (fields.description.trim() === '') problems.description = 'Please enter a description.'
  const jsonProblem = findJsonProblem(fields.structuredData)
  if (jsonProblem) problems.structuredData = jsonProblem
  return problems
}
