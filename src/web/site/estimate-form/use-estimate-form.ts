import { type FormEvent, type SubmitEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { estimateForm } from '#/content/estimate-form.ts'
import type { ContactForm } from '#/contracts/leads.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { RequestError, reasonOf, request } from '../../request.ts'
import { showToast } from '../../ui/show-toast.ts'
import { useSite } from '../../words.ts'

const timeoutMs = 20_000

/** A text for each field that is wrong, by name of the field. */
type Problems = Record<string, string>

function readValues(form: HTMLFormElement): Record<string, string> {
  const entries = [...new FormData(form)]
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/** Undefined outside secure contexts: then the server recognizes a repeat by its content. */
const newSubmissionId = (): string | undefined => crypto.randomUUID?.()

function focusFirst(form: HTMLFormElement, problems: Problems) {
  for (const control of form.elements) {
    if (control instanceof HTMLElement && (control.getAttribute('name') ?? '') in problems) {
      control.focus()
      return
    }
  }
}

/**
 * Sends the form by script. The fields are uncontrolled, so that what was typed before React started
 * stays.
 */
export function useEstimateForm(set: ContactForm, givenProblems: Problems = {}) {
  const { apiBaseUrl } = useSite()
  const words = estimateForm[set]
  const [isSubmitting, setSubmitting] = useState(false)
  const [problems, setProblems] = useState<Problems>(givenProblems)
  // A ref, because state would not change before a second click in the same frame.
  const isInFlight = useRef(false)
  // One id for each content: sending it again is a repeat, after an edit it is a new submission.
  const submissionIds = useRef(new Map<string, string | undefined>())

  function submissionIdFor(content: string): string | undefined {
    const ids = submissionIds.current
    if (!ids.has(content)) ids.set(content, newSubmissionId())
    return ids.get(content)
  }

  function succeed(form: HTMLFormElement, sent: string) {
    submissionIds.current.clear()
    // If the visitor went on typing meanwhile, the new text has not been sent, so it stays.
    if (JSON.stringify(readValues(form)) === sent) form.reset()
    setProblems({})
    showToast({ ...words.success, tone: 'default' })
  }

  function fail(form: HTMLFormElement, error: unknown) {
    const text = reasonOf(error) ?? words.error.fallback
    showToast({ title: words.error.title, text, tone: 'destructive' })
    const found = error instanceof RequestError ? error.fields : {}
    // Rendered before the focus moves, so that a screen reader reads the problem.
    flushSync(() => setProblems(found))
    focusFirst(form, found)
  }

  /** For onSubmit. The browser calls it only if it finds every field valid. */
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isInFlight.current) return
    isInFlight.current = true
    setSubmitting(true)
    const form = event.currentTarget
    const { submitter } = event.nativeEvent
    const values = readValues(form)
    const content = JSON.stringify(values)
    try {
      await request('POST', apiPaths.contact, {
        apiBaseUrl,
        body: {
          ...values,
          submissionId: submissionIdFor(content),
          shownForMs: Math.round(performance.now()),
        },
        signal: AbortSignal.timeout(timeoutMs),
      })
      succeed(form, content)
    } catch (error) {
      fail(form, error)
    } finally {
      isInFlight.current = false
      flushSync(() => setSubmitting(false))
      // A button loses the focus while it is disabled.
      if (document.activeElement === document.body) submitter?.focus({ preventScroll: true })
    }
  }

  /** For onInput: removes the problem of the field that is being edited. */
  function clearProblem(event: FormEvent<HTMLFormElement>) {
    const { target } = event
    const name = target instanceof HTMLElement ? target.getAttribute('name') : null
    if (!name || !(name in problems)) return
    const { [name]: _cleared, ...others } = problems
    setProblems(others)
  }

  return { isSubmitting, problems, submit, clearProblem }
}
