import {
  type FormEvent,
  type RefObject,
  type SubmitEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { estimateForm } from '#/content/estimate-form.ts'
import type { ContactForm } from '#/contracts/leads.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { RequestError, reasonOf, request } from '../../request.ts'
import { hideToast, showToast } from '../../ui/show-toast.ts'
import { useSite } from '../../words.ts'
import { fillInAskedService } from './asked-service.ts'
import { findProblems, type Problems } from './find-problems.ts'
import { forgetSubmissionIds, submissionIdFor } from './submission-ids.ts'
import { forgetTyped, restoreTyped, saveTyped } from './typed-text.ts'
import { useFieldProblems } from './use-field-problems.ts'
import { useWhenOnline } from './use-when-online.ts'

const timeoutMs = 20_000

/** What the form says about what was sent: it waits for a connection, or was received. */
export type Outcome = 'waiting' | 'received' | 'receivedLate'

function readValues(form: HTMLFormElement): Record<string, string> {
  const entries = [...new FormData(form)]
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/** A button loses the focus while it is disabled. */
function returnFocus(button: HTMLElement | null | undefined) {
  if (document.activeElement === document.body) button?.focus({ preventScroll: true })
}

/** Fills in what is known already when the form appears. */
function useFirstAnswers(formRef: RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    const form = formRef.current
    if (!form) return
    restoreTyped(form)
    // What was typed before React ran, too.
    saveTyped(form)
    fillInAskedService(form)
  }, [formRef])
}

/**
 * Sends the form by script. The fields are uncontrolled, so that what was typed before React started
 * stays.
 */
export function useEstimateForm(set: ContactForm, givenProblems: Problems = {}) {
  const { apiBaseUrl } = useSite()
  const words = estimateForm[set]
  const formRef = useRef<HTMLFormElement>(null)
  const [isSubmitting, setSubmitting] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const fields = useFieldProblems(givenProblems)
  // A ref, because state would not change before a second click in the same frame.
  const isInFlight = useRef(false)

  useFirstAnswers(formRef)
  function succeed(form: HTMLFormElement, sent: string, isLate: boolean) {
    forgetSubmissionIds()
    // If the visitor went on typing meanwhile, the new text has not been sent, so it stays.
    if (JSON.stringify(readValues(form)) === sent) {
      form.reset()
      forgetTyped()
    }
    fields.set({})
    setOutcome(isLate ? 'receivedLate' : 'received')
    showToast({ ...words.success, tone: 'default' })
  }

  function fail(form: HTMLFormElement, error: unknown) {
    setOutcome(undefined)
    const text = reasonOf(error) ?? words.error.fallback
    showToast({ title: words.error.title, text, tone: 'destructive' })
    fields.showAndFocus(form, error instanceof RequestError ? error.fields : {})
  }

  /** `isLate`: what waited for a connection. It goes on waiting if there is none after all. */
  async function send(form: HTMLFormElement, isLate: boolean) {
    if (isInFlight.current) return
    isInFlight.current = true
    hideToast()
    setSubmitting(true)
    const values = readValues(form)
    const content = JSON.stringify(values)
    try {
      const submissionId = submissionIdFor(content)
      const shownForMs = Math.round(performance.now())
      await request('POST', apiPaths.contact, {
        apiBaseUrl,
        body: { ...values, submissionId, shownForMs },
        signal: AbortSignal.timeout(timeoutMs),
      })
      succeed(form, content, isLate)
    } catch (error) {
      const isAnswer = error instanceof RequestError
      if (!isAnswer && (isLate || !navigator.onLine)) setOutcome('waiting')
      else fail(form, error)
    } finally {
      isInFlight.current = false
      flushSync(() => setSubmitting(false))
    }
  }

  /** False if a field is wrong, which then says so. */
  function check(form: HTMLFormElement): boolean {
    const found = findProblems(readValues(form))
    fields.showAndFocus(form, found)
    return Object.keys(found).length === 0
  }

  useWhenOnline(outcome === 'waiting', () => {
    const form = formRef.current
    if (!form) return
    if (check(form)) void send(form, true)
    else setOutcome(undefined)
  })

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const { submitter } = event.nativeEvent
    if (isInFlight.current || !check(form)) return
    await send(form, false)
    returnFocus(submitter)
  }

  function onInput(event: FormEvent<HTMLFormElement>) {
    saveTyped(event.currentTarget)
    fields.onInput(event)
  }

  const { problems, onBlur } = fields
  return {
    isSubmitting,
    outcome,
    problems,
    handlers: { ref: formRef, onSubmit: submit, onInput, onBlur },
  }
}
