import { type FormEvent, type SubmitEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { estimateForm } from '#/content/estimate-form.ts'
import type { ContactForm } from '#/contracts/leads.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { RequestError, reasonOf, request } from '../../request.ts'
import { showToast } from '../../ui/show-toast.ts'
import { useSite } from '../../words.ts'

const timeoutMs = 20_000

/** What is wrong, by the name of the field. */
type Problems = Record<string, string>

function readValues(form: HTMLFormElement): Record<string, string> {
  const entries = [...new FormData(form)]
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/** Browsers make one only in a secure context. The server then goes by the content itself. */
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
 * Sends the form by script. The fields hold their own values: React neither sets nor reads them
 * before the form is sent, so what was typed before it started stays.
 */
export function useEstimateForm(set: ContactForm, givenProblems: Problems = {}) {
  const { apiBaseUrl } = useSite()
  const words = estimateForm[set]
  const [isSubmitting, setSubmitting] = useState(false)
  const [problems, setProblems] = useState<Problems>(givenProblems)
  // State is too late for a second click in the same frame.
  const isInFlight = useRef(false)
  // One id for each content that was tried: a retry is known as such, an edit is something new.
  const submissionIds = useRef(new Map<string, string | undefined>())

  function submissionIdFor(content: string): string | undefined {
    const ids = submissionIds.current
    if (!ids.has(content)) ids.set(content, newSubmissionId())
    return ids.get(content)
  }

  function succeed(form: HTMLFormElement, sent: string) {
    submissionIds.current.clear()
    // What was typed while the request was under way has not been sent, so it stays.
    if (JSON.stringify(readValues(form)) === sent) form.reset()
    setProblems({})
    showToast({ ...words.success, tone: 'default' })
  }

  function fail(form: HTMLFormElement, error: unknown) {
    const text = reasonOf(error) ?? words.error.fallback
    showToast({ title: words.error.title, text, tone: 'destructive' })
    const found = error instanceof RequestError ? error.fields : {}
    // Drawn before the focus moves, so that a screen reader says what is wrong.
    flushSync(() => setProblems(found))
    focusFirst(form, found)
  }

  /** For onSubmit, which comes only when the browser finds every field valid. */
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

  /** For onInput: what is being edited is wrong no more. */
  function forgetProblem(event: FormEvent<HTMLFormElement>) {
    const { target } = event
    const name = target instanceof HTMLElement ? target.getAttribute('name') : null
    if (!name || !(name in problems)) return
    const { [name]: _edited, ...others } = problems
    setProblems(others)
  }

  return { isSubmitting, problems, submit, forgetProblem }
}
