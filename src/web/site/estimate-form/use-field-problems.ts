import { type FocusEvent, type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Problems, problemOf } from './find-problems.ts'

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
