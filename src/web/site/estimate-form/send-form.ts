import type { estimateForm } from '#/content/estimate-form.ts'
import { siteEndpoints } from '#/contracts/endpoints/site.ts'
import type { ContactForm, Receipt } from '#/contracts/leads/leads.ts'
import { readJsonDraft, writeDraft } from '../../browser-storage.ts'
import { RequestError, reasonOf, request } from '../../request.ts'
import { submissionIdFor } from '../../submission-ids.ts'
import { hideToast, showToast } from '../../ui/show-toast.ts'
import { findProblems, showProblems, watchProblems } from './field-problems.ts'
import {
  fillInAskedService,
  forgetTyped,
  isFirstView,
  msOnForm,
  receiptKey,
  restoreTyped,
  saveTyped,
} from './fill-in.ts'

const key = 'estimate-submissions'

/** The id of what is sent, which it keeps after a reload. */
function keptIdFor(content: string): string {
  const ids = readJsonDraft<Record<string, string>>(key)
  const id = submissionIdFor(content, ids)
  writeDraft(key, JSON.stringify({ ...ids, [content]: id }))
  return id
}

/** A phone says that it is online before its connection works, and a server may be away. */
const retryMs = 5000

const timeoutMs = 20_000

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

/** The form has no files. */
const readValues = (form: HTMLFormElement) =>
  Object.fromEntries(new FormData(form)) as Record<string, string>

async function post(values: Record<string, string>): Promise<Receipt> {
  const submissionId = keptIdFor(JSON.stringify(values))
  const answer = await request<{ data: Omit<Receipt, 'service'> }>(
    'POST',
    siteEndpoints.contact.path,
    {
      body: { ...values, submissionId, shownForMs: msOnForm() },
      signal: AbortSignal.timeout(timeoutMs),
    },
  )
  return { ...answer.data, service: values.service ?? '' }
}

type Sending = {
  words: (typeof estimateForm)[ContactForm]
  /** Called with what the form is to say about what was sent. */
  onOutcome: (outcome: Outcome | undefined) => void
}

/**
 * Sends the form by script. Its elements are those of the server's document, and only listened to: what
 * a translation or a password manager does to them takes nothing from a visitor who is typing.
 */
export function sendByScript(form: HTMLFormElement, sending: Sending): void {
  const { words, onOutcome } = sending
  const button = form.querySelector<HTMLButtonElement>('[type=submit]')
  let isInFlight = false
  /** What the visitor has sent and the server has not received yet. */
  let unsent: Record<string, string> | undefined
  let timer: ReturnType<typeof setInterval> | undefined

  function setInFlight(now: boolean) {
    isInFlight = now
    if (!button) return
    button.disabled = now
    button.textContent = now ? words.submitting : words.button
  }

  function succeed(sent: string) {
    // The same content after this is a second request.
    writeDraft(key, undefined)
    // If the visitor went on typing meanwhile, the new text has not been sent, so it stays.
    if (JSON.stringify(readValues(form)) === sent) {
      form.reset()
      forgetTyped()
    }
    showProblems(form, {})
    showToast({ ...words.success, tone: 'default' })
  }

  function fail(error: unknown) {
    const text = reasonOf(error) ?? words.error.fallback
    showToast({ title: words.error.title, text, tone: 'destructive' })
    showProblems(form, error instanceof RequestError ? error.fields : {})
  }

  function keepTrying(values: Record<string, string> | undefined) {
    unsent = values
    clearInterval(timer)
    if (unsent) timer = setInterval(sendUnsent, retryMs)
  }

  /** `isLate`: what is sent by itself, because it has not arrived before. */
  async function send(values: Record<string, string>, isLate: boolean) {
    setInFlight(true)
    try {
      const receipt = await post(values)
      succeed(JSON.stringify(values))
      keepTrying(undefined)
      writeDraft(receiptKey, JSON.stringify(receipt))
      onOutcome({ kind: 'received', isLate, receipt })
    } catch (error) {
      const isWaiting = isWorthRepeating(error, isLate)
      keepTrying(isWaiting ? values : undefined)
      onOutcome(isWaiting ? { kind: navigator.onLine ? 'unreached' : 'offline' } : undefined)
      // What is sent again by itself has failed before, and the form says that it waits.
      if (!isWaiting || !isLate) fail(error)
    } finally {
      setInFlight(false)
    }
  }

  function sendUnsent() {
    if (unsent && !isInFlight && navigator.onLine) void send(unsent, true)
  }

  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (isInFlight) return
    const values = readValues(form)
    const found = findProblems(values)
    showProblems(form, found)
    if (Object.keys(found).length > 0) {
      // What is said of the request before would be taken for an answer to this one.
      if (!unsent) onOutcome(undefined)
      return
    }
    hideToast()
    await send(values, false)
    // A button loses the focus while it is disabled.
    if (document.activeElement === document.body) event.submitter?.focus({ preventScroll: true })
  })
  form.addEventListener('input', () => saveTyped(form))
  addEventListener('online', sendUnsent)
  watchProblems(form)
  restoreTyped(form)
  saveTyped(form)
  fillInAskedService(form)
  const receipt = isFirstView() ? undefined : readJsonDraft<Receipt>(receiptKey)
  if (receipt) onOutcome({ kind: 'received', isLate: false, receipt })
  // What is wrong is said beside the field, and not by the browser.
  form.noValidate = true
}
