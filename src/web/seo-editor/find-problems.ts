import type { SeoFields } from '#/contracts/seo.ts'
import type { FieldName } from './editor-fields.ts'
import { findJsonProblems } from './json-findings.ts'

/** What is wrong with fields before anything is sent. The server, which has the last word, knows more. */
export function findProblems(fields: SeoFields): Partial<Record<FieldName, string>> {
  const problems: Partial<Record<FieldName, string>> = {}
  if (fields.title.trim() === '') problems.title = 'Please enter a title.'
  if (fields.description.trim() === '') problems.description = 'Please enter a description.'
  const wrong = findJsonProblems(fields.structuredData).find(({ kind }) => kind === 'error')
  if (wrong) {
    const { line, column, message } = wrong
    problems.structuredData = `The structured data is wrong at line ${line}, column ${column}. ${message}`
  }
  return problems
}
