import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser'
import { fieldError } from '../http/errors.ts'
import { findJsonExcess, findJsonLdProblem, placeOf } from './json-ld.ts'

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
