import type { ReactNode } from 'react'
import { controlProps, Field, type FieldFrame } from '../../ui/fields.tsx'
import { useHasStarted } from '../../use-has-started.ts'
import type { FormState } from '../shell/use-form.ts'

type CardFormProps = {
  form: FormState
  button: string
  /** The button's text while the request is under way. */
  sending: string
  /** The fields. */
  children: ReactNode
}

/**
 * The fields of an account's form, what is wrong with it, and its button. Only the script sends it,
 * so the button is off until React has started; and it is a post, so that a password can never get
 * into an address. The server says what is wrong, so the browser's own messages are off.
 */
export function CardForm({ form, button, sending, children }: CardFormProps) {
  const { isSending, refusal, submit } = form
  const hasStarted = useHasStarted()
  return (
    <form className="account-form" method="post" noValidate onSubmit={submit}>
      {children}
      <div role="alert">{refusal.message && <p className="problem">{refusal.message}</p>}</div>
      <button className="btn" type="submit" disabled={isSending || !hasStarted}>
        {isSending ? sending : button}
      </button>
    </form>
  )
}

type EmailFieldProps = { problem: string | undefined; label?: string; initial?: string }

/** The field for the email address of an account. */
export function EmailField({ problem, label = 'Email', initial }: EmailFieldProps) {
  const frame: FieldFrame = { name: 'email', label, problem }
  return (
    <Field frame={frame}>
      <input
        {...controlProps(frame)}
        type="email"
        required
        defaultValue={initial}
        autoComplete="username"
        spellCheck={false}
      />
    </Field>
  )
}

type NameFieldProps = {
  problem: string | undefined
  initial?: string
  hint?: string
  onType?: (name: string) => void
}

/** The field for how a person wants to be called. */
export function NameField({ problem, initial, hint, onType }: NameFieldProps) {
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
        onInput={(event) => onType?.(event.currentTarget.value)}
      />
    </Field>
  )
}
