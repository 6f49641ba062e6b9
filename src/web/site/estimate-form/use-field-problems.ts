import { type FocusEvent, type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { fieldProblems } from '#/content/estimate-form.ts'
import { type LeadFieldName, leadFieldNames, leadFields } from '#/contracts/leads/lead-fields.ts'
import type { FieldProblem } from '#/contracts/leads/leads.ts'
import { findEmailProblem } from '#/contracts/values/email.ts'
import { findPhoneProblem } from '#/contracts/values/phone.ts'

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

function focusFirst(form: HTMLFormElement, problems: Problems) {
  for (const control of form.elements) {
    if (control instanceof HTMLElement && (control.getAttribute('name') ?? '') in problems) {
      control.focus()
      return
    }
  }
}

type Control = EventTarget & { name?: string; value?: string }

/** What is wrong with the fields: shown when one is left or sent, and no longer when it is right. */
export function useFieldProblems(given: Problems) {
  const [problems, setProblems] = useState<Problems>(given)

  const setProblem = (name: string, problem: string | undefined) =>
    setProblems(({ [name]: _before, ...others }) =>
      problem ? { ...others, [name]: problem } : others,
    )

  /** Rendered before the focus moves, so that a screen reader reads the problem. */
  function showAndFocus(form: HTMLFormElement, found: Problems) {
    flushSync(() => setProblems(found))
    focusFirst(form, found)
  }

  function onInput({ target }: FormEvent) {
    const { name = '', value = '' } = target as Control
    if (name in problems && !problemOf(name, value)) setProblem(name, undefined)
  }

  function onBlur({ target }: FocusEvent) {
    const control = target as Control
    const show = () => {
      const problem = problemOf(control.name ?? '', control.value ?? '')
      if (problem) setProblem(control.name ?? '', problem)
    }
    // A text that appears while a button is being pressed would move the button away.
    if (!document.querySelector(':active')) show()
    else addEventListener('mouseup', () => setTimeout(show), { once: true })
  }

  return { problems, set: setProblems, showAndFocus, onInput, onBlur }
}
