import { type ReactNode, type SubmitEvent, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { RequestError } from '../../request.ts'
import { refusalOf } from '../shell/request-errors.ts'

/** A part of the page, with its heading. */
export function AccountPart({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="office-part" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      {children}
    </section>
  )
}

type Problems = Record<string, string | undefined>

type PartFormProps = {
  /** The names of the fields; a problem that is none's stands at the last one. */
  fieldNames: readonly [string, ...string[]]
  button: string
  /** The button's words while the change is under way. */
  busy: string
  /** Rejects with a RequestError where the server refuses what was typed. */
  onSend: (typed: Record<string, string>) => Promise<unknown>
  /** Whether the fields are emptied afterwards. */
  clears?: boolean
  /** The fields, with what is wrong with each. */
  children: (problems: Problems) => ReactNode
}

/** A form of one part. After a refusal what was typed stays, and the wrong field has the focus. */
export function PartForm(props: PartFormProps) {
  const { fieldNames, button, busy, onSend, clears = false, children } = props
  const [problems, setProblems] = useState<Problems>({})
  const [isSending, setSending] = useState(false)

  function explain(error: unknown): Problems {
    const fields = error instanceof RequestError ? error.fields : {}
    if (fieldNames.some((name) => fields[name])) return fields
    return { [fieldNames.at(-1) ?? '']: refusalOf(error) }
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending) return
    const form = event.currentTarget
    const values = new FormData(form)
    setSending(true)
    setProblems({})
    try {
      await onSend(Object.fromEntries(fieldNames.map((name) => [name, String(values.get(name))])))
      if (clears) form.reset()
    } catch (error) {
      const found = explain(error)
      // Rendered before the focus moves, so that a screen reader says what is wrong.
      flushSync(() => setProblems(found))
      const wrong = form.elements.namedItem(fieldNames.find((name) => found[name]) ?? '')
      if (wrong instanceof HTMLElement) wrong.focus()
    } finally {
      setSending(false)
    }
  }

  return (
    <form className="part-form" method="post" noValidate onSubmit={submit}>
      {children(problems)}
      <button className="btn btn-small" type="submit" aria-disabled={isSending}>
        {isSending ? busy : button}
      </button>
    </form>
  )
}
