import { expect, test } from 'vitest'
import { AppError } from '../http/errors.ts'
import { checkJsonLd } from './read-json-ld.ts'

/** What is wrong with structured data; undefined where nothing is. */
function problemOf(text: string): string | undefined {
  try {
    checkJsonLd(text)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    expect(error.message).toBe(error.details.fields?.structuredData)
    return error.message
  }
}

test.each([
  ['7', 'must hold JSON objects, but its outermost object is none.'],
  ['{\n  "a": 1,\n  "b" 2}', 'is wrong at line 3, column 7: colon expected.'],
  ['{"a": }', 'is wrong at line 1, column 7: value expected.'],
  ['{} // why', 'is wrong at line 1, column 4: invalid comment token.'],
])('the structured data %s is refused', (text, problem) => {
  expect(problemOf(text)).toBe(`The structured data ${problem}`)
})
