import { type SubmitEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { RequestError, request } from '../../request.ts'
import { useSite } from '../../words.ts'
import { refusalOf } from '../shell/request-errors.ts'

const timeoutMs = 20_000

type CardFormOptions<FieldName extends string, Answer> = {
  /** The API's path, which takes a POST. */
  path: string
  /** The fields to send, in their order. */
  fieldNames: readonly FieldName[]
  /** Sent beside them. */
  more?: Record<string, string>
  onAnswer: (answer: Answer, form: HTMLFormElement) => void
}

/** Why the server refused a form: problems of its fields, or else one message. */
type Refusal<FieldName extends string> = {
  fields: Partial<Record<FieldName, string>>
  message?: string
}

/** A form of an account, as `CardForm` shows it. */
export type CardFormState = {
  isSending: boolean
  refusal: Refusal<string>
  submit: (event: SubmitEvent<HTMLFormElement>) => Promise<void>
}

/**
 * Sends the fields of a form. The inputs are uncontrolled, so after a refusal the typed values stay;
 * then the first wrong field has the focus, or the last one where it is not a matter of a field.
 */
export function useCardForm<FieldName extends string, Answer = unknown>({
  path,
  fieldNames,
  more,
  onAnswer,
}: CardFormOptions<FieldName, Answer>) {
  const { apiBaseUrl } = useSite()
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<Refusal<FieldName>>({ fields: {} })
  // A second click in the same frame would still see the old state.
  const isInFlight = useRef(false)

  function explain(error: unknown): Refusal<FieldName> {
    const fields: Partial<Record<string, string>> =
      error instanceof RequestError ? error.fields : {}
    if (fieldNames.some((name) => fields[name])) return { fields }
    return { fields: {}, message: refusalOf(error) }
  }

  function focusWrongField(form: HTMLFormElement, { fields }: Refusal<FieldName>) {
    const wrong = fieldNames.find((name) => fields[name]) ?? fieldNames.at(-1) ?? ''
    const control = form.elements.namedItem(wrong)
    if (control instanceof HTMLElement) control.focus()
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isInFlight.current) return
    isInFlight.current = true
    setSending(true)
    setRefusal({ fields: {} })
    const form = event.currentTarget
    const values = new FormData(form)
    const typed = Object.fromEntries(fieldNames.map((name) => [name, values.get(name)]))
    try {
      const answer = await request<Answer>('POST', path, {
        apiBaseUrl,
        body: { ...typed, ...more },
        signal: AbortSignal.timeout(timeoutMs),
      })
      setSending(false)
      onAnswer(answer, form)
    } catch (error) {
      const found = explain(error)
      // Rendered before the focus moves, so that a screen reader says what is wrong.
      flushSync(() => {
        setRefusal(found)
        setSending(false)
      })
      focusWrongField(form, found)
    } finally {
      isInFlight.current = false
    }
  }

  return { isSending, refusal, submit }
}
