import { type SubmitEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { RequestError } from '../../request.ts'
import { refusalOf } from './request-errors.ts'

type FormOptions = {
  /** The fields to send, as the server names them, in their order. */
  fields: readonly string[]
  /** Stands before the names of the controls, where the page has others of these names. */
  prefix?: string | undefined
  /** Rejects with a RequestError where the server refuses what was typed. */
  onSend: (typed: Record<string, string>, form: HTMLFormElement) => unknown
}

/** Why the server refused a form: problems of its fields, or one message, or both after a conflict. */
type Refusal = { fields: Partial<Record<string, string>>; message?: string }

/** The state of a form of the office. */
type FormState = {
  isSending: boolean
  refusal: Refusal
  submit: (event: SubmitEvent<HTMLFormElement>) => Promise<void>
}

/**
 * Sends the fields of a form. The inputs are uncontrolled, so after a refusal the typed values stay;
 * then the first wrong field has the focus, or the last one where it is not a matter of a field.
 */
export function useForm({ fields, prefix = '', onSend }: FormOptions): FormState {
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>({ fields: {} })
  // A second click in the same frame would still see the old state.
  const isInFlight = useRef(false)

  function explain(error: unknown): Refusal {
    const problems: Refusal['fields'] = error instanceof RequestError ? error.fields : {}
    if (!fields.some((name) => problems[name])) return { fields: {}, message: refusalOf(error) }
    const isConflict = error instanceof RequestError && error.version !== undefined
    return { fields: problems, ...(isConflict && { message: refusalOf(error) }) }
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isInFlight.current) return
    isInFlight.current = true
    setSending(true)
    setRefusal({ fields: {} })
    const form = event.currentTarget
    const values = new FormData(form)
    const typed = fields.map((name) => [name, String(values.get(prefix + name))])
    try {
      await onSend(Object.fromEntries(typed), form)
      setSending(false)
    } catch (error) {
      const found = explain(error)
      // Rendered before the focus moves, so that a screen reader says what is wrong.
      flushSync(() => {
        setRefusal(found)
        setSending(false)
      })
      const last = form.elements.namedItem(prefix + (fields.at(-1) ?? ''))
      const control = form.querySelector('[aria-invalid="true"]') ?? last
      if (control instanceof HTMLElement) control.focus()
    } finally {
      isInFlight.current = false
    }
  }

  return { isSending, refusal, submit }
}
