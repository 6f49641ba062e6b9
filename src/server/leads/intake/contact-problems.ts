import { estimateErrors } from '#/content/estimate-form.ts'
import { leadLimits } from '#/contracts/lead-limits.ts'
import type { FieldProblem } from '#/contracts/leads.ts'

type Words = Partial<Record<FieldProblem, string>>

const wordsOf: Record<string, Words> = {
  name: estimateErrors.name,
  email: estimateErrors.email,
  phone: estimateErrors.phone,
  address: estimateErrors.address,
  service: estimateErrors.service,
  message: estimateErrors.message,
}

/** What to tell the visitor about one field, from the problem that the schema found. */
export function describeProblem(field: string, problem: string): string {
  const words = wordsOf[field]?.[problem as FieldProblem]
  if (words) {
    const limit = leadLimits[field as keyof typeof leadLimits]
    return words.replace('{max}', limit?.toLocaleString('en-US') ?? '')
  }
  return problem === 'badCharacters' ? estimateErrors.badCharacters : estimateErrors.unreadable
}
