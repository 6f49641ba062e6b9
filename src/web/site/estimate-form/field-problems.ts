import { fieldProblems } from '#/content/estimate-form.ts'
import { type LeadFieldName, leadFieldNames, leadFields } from '#/contracts/leads/lead-fields.ts'
import type { FieldProblem } from '#/contracts/leads/leads.ts'
import { findEmailProblem } from '#/contracts/values/email.ts'
import { findPhoneProblem } from '#/contracts/values/phone.ts'
import { type Control, controlsOf } from './fill-in.ts'

const problemWords: Partial<Record<LeadFieldName, Partial<Record<FieldProblem, string>>>> =
  fieldProblems

/** A text for each field that is wrong, by name of the field. */
export type Problems = Record<string, string>

const findProblem: Partial<Record<LeadFieldName, (typed: string) => FieldProblem | undefined>> = {
  email: findEmailProblem,
  phone: findPhoneProblem,
}

const isLeadField = (name: string): name is LeadFieldName => Object.hasOwn(leadFields, name)

/**
 * What is wrong with a value, as far as that can be said without the server, whose schema for a lead
 * has the same rules and more. What is too long cannot be typed.
 */
function problemOf(name: string, value: string): string | undefined {
  if (!isLeadField(name)) return undefined
  const words = problemWords[name] ?? {}
  const text = value.trim()
  if (!text) return leadFields[name].isRequired ? words.required : undefined
  const problem = findProblem[name]?.(text)
  return problem && words[problem]
}

/** What is wrong with the values of the whole form. */
export function findProblems(values: Record<string, string>): Problems {
  const found = leadFieldNames.map((name) => [name, problemOf(name, values[name] ?? '')])
  return Object.fromEntries(found.filter(([, problem]) => problem))
}

/** Shows below a control what is wrong with it; without a text, that nothing is. */
function showProblem(control: Element, problem: string | undefined): void {
  const id = `${control.id}-problem`
  document.getElementById(id)?.remove()
  if (problem) {
    const text = { id, className: 'problem', textContent: problem }
    control.after(Object.assign(document.createElement('p'), text))
  }
  const descriptions = [id, `${control.id}-hint`].filter((each) => document.getElementById(each))
  control.setAttribute('aria-invalid', String(problem !== undefined))
  control.setAttribute('aria-describedby', descriptions.join(' '))
}

/** Shows what is wrong with each field of a form, and leads to the first of them. */
export function showProblems(form: HTMLFormElement, problems: Problems): void {
  const controls = controlsOf(form)
  for (const control of controls) showProblem(control, problems[control.name])
  controls.find(({ name }) => name in problems)?.focus()
}

/** Says what is wrong with a field when it is left, and no longer when it is right. */
export function watchProblems(form: HTMLFormElement): void {
  form.addEventListener('input', ({ target }) => {
    const control = target as Control
    const isWrong = control.getAttribute('aria-invalid') === 'true'
    if (isWrong && !problemOf(control.name, control.value)) showProblem(control, undefined)
  })
  form.addEventListener('focusout', ({ target }) => {
    const control = target as Control
    const show = () => {
      const problem = problemOf(control.name, control.value)
      if (problem) showProblem(control, problem)
    }
    // A text that appears while a button is being pressed would move the button away.
    if (!document.querySelector(':active')) show()
    else addEventListener('mouseup', () => setTimeout(show), { once: true })
  })
}
