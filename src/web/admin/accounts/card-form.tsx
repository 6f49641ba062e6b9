import type { ReactNode } from 'react'
import { request } from '../../request.ts'
import { controlProps, Field, type FieldFrame } from '../../ui/fields.tsx'
import { useHasStarted } from '../../use-has-started.ts'
import { useSite } from '../../words.ts'
import { useForm } from '../shell/use-form.ts'

const timeoutMs = 20_000

type CardFormProps<Answer> = {
  /** The API's path, which takes a POST. */
  path: string
  /** The fields to send, in their order. */
  fields: readonly string[]
  /** Sent beside them. */
  more?: Record<string, string>
  button: string
  /** The button's text while the request is under way. */
  sending: string
  onAnswer: (answer: Answer, typed: Record<string, string>) => void
  /** Shown below the words of a refusal. */
  help?: ReactNode
  /** The fields, with what is wrong with each. */
  children: (problems: Partial<Record<string, string>>) => ReactNode
}

/**
 * A form of a person who is not signed in. Only the script sends it, so the button is off until
 * React has started; and it is a post, so that a password can never get into an address. The server
 * says what is wrong, so the browser's own messages are off.
 */
export function CardForm<Answer>(props: CardFormProps<Answer>) {
  const { path, fields, more, button, sending, onAnswer, help, children } = props
  const { apiBaseUrl } = useSite()
  const hasStarted = useHasStarted()
  const { isSending, refusal, submit } = useForm({
    fields,
    async onSend(typed) {
      const body = { ...typed, ...more }
      const signal = AbortSignal.timeout(timeoutMs)
      onAnswer(await request<Answer>('POST', path, { apiBaseUrl, body, signal }), typed)
    },
  })
  return (
    <form className="account-form" method="post" noValidate onSubmit={submit}>
      {children(refusal.fields)}
      <div role="alert">{refusal.message && <p className="problem">{refusal.message}</p>}</div>
      <button className="btn" type="submit" disabled={isSending || !hasStarted}>
        {isSending ? sending : button}
      </button>
      {refusal.message && help}
    </form>
  )
}

type EmailFieldProps = { problem: string | undefined; label?: string }

/** The field for the email address of an account. */
export function EmailField({ problem, label = 'Email' }: EmailFieldProps) {
  const frame: FieldFrame = { name: 'email', label, problem }
  return (
    <Field frame={frame}>
      <input
        {...controlProps(frame)}
        type="email"
        required
        autoComplete="username"
        spellCheck={false}
      />
    </Field>
  )
}

type NameFieldProps = {
  problem: string | undefined
  hint: string
  initial?: string
}

/** The field for how a person wants to be called. */
export function NameField({ problem, initial, hint }: NameFieldProps) {
  const frame: FieldFrame = { name: 'name', label: 'Name', problem, hint }
  return (
    <Field frame={frame}>
      <input
        {...controlProps(frame)}
        type="text"
        required
        defaultValue={initial}
        autoComplete="name"
        spellCheck={false}
      />
    </Field>
  )
}
