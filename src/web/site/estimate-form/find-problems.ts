import { fieldProblems } from '#/content/estimate-form.ts'
import { isEmail } from '#/contracts/leads/email.ts'
import { type LeadFieldName, leadFieldNames, leadFields } from '#/contracts/leads/lead-fields.ts'
import type { FieldProblem } from '#/contracts/leads/leads.ts'

const problemWords: Partial<Record<LeadFieldName, Partial<Record<FieldProblem, string>>>> =
  fieldProblems

/** A text for each field that is wrong, by name of the field. */
export type Problems = Record<string, string>

const isLeadField = (name: string): name is LeadFieldName => Object.hasOwn(leadFields, name)

/**
 * What is wrong with a value, as far as that can be said without the server, whose schema for a lead
 * has the same rules and more. What is too long cannot be typed.
 */
export function problemOf(name: string, value: string): string | undefined {
  if (!isLeadField(name)) return undefined
  const words = problemWords[name] ?? {}
  const text = value.trim()
  if (!text) return leadFields[name].isRequired ? words.required : undefined
  return name === 'email' && !isEmail(text) ? words.invalid : undefined
}

/** What is wrong with the values of the whole form. */
export function findProblems(values: Record<string, string>): Problems {
  const found = leadFieldNames.map((name) => [name, problemOf(name, values[name] ?? '')])
  return Object.fromEntries(found.filter(([, problem]) => problem))
}
