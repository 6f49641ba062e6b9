import {
  type FormEvent,
  type RefObject,
  type SubmitEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { estimateForm } from '#/content/estimate-form.ts'
import type { ContactForm } from '#/contracts/leads/leads.ts'
import type { PlaceKnown } from '#/contracts/site/towns.ts'
import { siteApiPaths } from '#/contracts/site-routes.ts'
import { readDraft, writeDraft } from '../../browser-storage.ts'
import { RequestError, reasonOf, request } from '../../request.ts'
import { hideToast, showToast } from '../../ui/show-toast.ts'
import { useSite } from '../../words.ts'
import { fillInAskedService, forgetTyped, msOnForm, restoreTyped, saveTyped } from './fill-in.ts'
import { findProblems, type Problems, useFieldProblems } from './use-field-problems.ts'

const key = 'estimate-submissions'

type Ids = Record<string, string>

function readIds(): Ids {
  try {
    return JSON.parse(readDraft(key) ?? '{}')
  } catch {
    return {}
  }
}

/**
 * The id of what is sent: the same for the same content, also after a reload, so that sending it again
 * is a repeat; after an edit another, because that is a new submission. Undefined outside secure
 * contexts: then the server recognizes a repeat by its content.
 */
function submissionIdFor(content: string): string | undefined {
  const ids = readIds()
  const id = ids[content] ?? crypto.randomUUID?.()
  if (id) writeDraft(key, JSON.stringify({ ...ids, [content]: id }))
  return id
}

/** Called when something was received: the same content after that is a second request. */
function forgetSubmissionIds(): void {
  writeDraft(key, undefined)
}

/** A phone says that it is online before its connection works, and a server may be away. */
const retryMs = 5000

/** Calls `act` when the browser is online, and again now and then, for as long as `isWaiting`. */
function useWhenOnline(isWaiting: boolean, act: () => void): void {
  const actIfOnline = useEffectEvent(() => {
    if (navigator.onLine) act()
  })

  useEffect(() => {
    if (!isWaiting) return
    const tryNow = () => actIfOnline()
    addEventListener('online', tryNow)
    const timer = setInterval(tryNow, retryMs)
    return () => {
      removeEventListener('online', tryNow)
      clearInterval(timer)
    }
  }, [isWaiting])
}

const timeoutMs = 20_000

/** What the server returns for a request that it received, and for which service it was. */
export type Receipt = {
  service: string
  reference: string
  /** The day and time by which it is answered, in words; null where a person reads it first. */
  answerBy: string | null
  /** Whether the work is in one of the towns. */
  place: PlaceKnown
  /** The address of its own page; null if another visitor sent the same. */
  requestPath: string | null
}

/** What the form says about what was sent. The first two wait, and are sent again by themselves. */
export type Outcome =
  | { kind: 'offline' | 'unreached' }
  | { kind: 'received'; isLate: boolean; receipt: Receipt }

/**
 * Not so if the server has answered what is wrong with the request. What is sent again by itself may
 * have been sent too often, which passes.
 */
const isWorthRepeating = (error: unknown, isLate: boolean) =>
  !(error instanceof RequestError) || error.status >= 500 || (isLate && error.status === 429)

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

async function post(apiBaseUrl: string, values: Record<string, string>): Promise<Receipt> {
  const submissionId = submissionIdFor(JSON.stringify(values))
  const answer = await request<{ data: Omit<Receipt, 'service'> }>('POST', siteApiPaths.contact, {
    apiBaseUrl,
    body: { ...values, submissionId, shownForMs: msOnForm() },
    signal: AbortSignal.timeout(timeoutMs),
  })
  return { ...answer.data, service: values.service ?? '' }
}

/** Fills in what is known already when the form appears. */
function useFirstAnswers(formRef: RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    const form = formRef.current
    if (!form) return
    restoreTyped(form)
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
  /** What the visitor has sent and the server has not received yet. */
  const unsent = useRef<Record<string, string>>(undefined)

  useFirstAnswers(formRef)

  function succeed(form: HTMLFormElement, sent: string) {
    forgetSubmissionIds()
    // If the visitor went on typing meanwhile, the new text has not been sent, so it stays.
    if (JSON.stringify(readValues(form)) === sent) {
      form.reset()
      forgetTyped()
    }
    fields.set({})
    showToast({ ...words.success, tone: 'default' })
  }

  function fail(form: HTMLFormElement, error: unknown) {
    const text = reasonOf(error) ?? words.error.fallback
    showToast({ title: words.error.title, text, tone: 'destructive' })
    fields.showAndFocus(form, error instanceof RequestError ? error.fields : {})
  }

  /** `isLate`: what is sent by itself, because it has not arrived before. */
  async function send(form: HTMLFormElement, values: Record<string, string>, isLate: boolean) {
    if (isInFlight.current) return
    isInFlight.current = true
    setSubmitting(true)
    const content = JSON.stringify(values)
    try {
      const receipt = await post(apiBaseUrl, values)
      succeed(form, content)
      setOutcome({ kind: 'received', isLate, receipt })
    } catch (error) {
      const isWaiting = isWorthRepeating(error, isLate)
      unsent.current = isWaiting ? values : undefined
      setOutcome(isWaiting ? { kind: navigator.onLine ? 'unreached' : 'offline' } : undefined)
      // What waits is sent again by itself, and says so in the form: the visitor need not try again.
      if (!isWaiting) fail(form, error)
    } finally {
      isInFlight.current = false
      flushSync(() => setSubmitting(false))
    }
  }

  useWhenOnline(outcome !== undefined && outcome.kind !== 'received', () => {
    if (formRef.current && unsent.current) void send(formRef.current, unsent.current, true)
  })

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const { submitter } = event.nativeEvent
    if (isInFlight.current) return
    const values = readValues(form)
    const found = findProblems(values)
    fields.showAndFocus(form, found)
    if (Object.keys(found).length > 0) return
    hideToast()
    await send(form, values, false)
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
