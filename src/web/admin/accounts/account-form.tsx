import { useState } from 'react'
import { controlProps, Field, type FieldFrame } from '../../ui/fields.tsx'
import { useHasStarted } from '../../use-has-started.ts'
import { useAccountForm } from './use-account-form.ts'

/** As in `autocomplete`: a password manager fills in a current one, and offers a new one. */
type PasswordKind = 'current-password' | 'new-password'

type AccountFormProps = {
  /** The API's path. */
  path: string
  /** Sent beside the email and the password. */
  more?: Record<string, string>
  passwordKind: PasswordKind
  passwordHint?: string
  button: string
  /** The button's text while the request is under way. */
  sending: string
}

/** An email, a password and a button. */
export function AccountForm({
  path,
  more,
  passwordKind,
  passwordHint,
  button,
  sending,
}: AccountFormProps) {
  const { isSending, refusal, submit } = useAccountForm(path, more)
  const hasStarted = useHasStarted()
  const email: FieldFrame = { name: 'email', label: 'Email', problem: refusal.fields.email }
  const password: FieldFrame = {
    name: 'password',
    label: 'Password',
    hint: passwordHint,
    problem: refusal.fields.password,
  }
  return (
    // Only the script sends this form, so the button is off until React has started; and it is a
    // post, so that a password can never get into an address. The server says what is wrong, so the
    // browser's own messages are off.
    <form className="account-form" method="post" noValidate onSubmit={submit}>
      <Field frame={email}>
        <input
          {...controlProps(email)}
          type="email"
          required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <PasswordField frame={password} kind={passwordKind} />
      <div role="alert">{refusal.message && <p className="problem">{refusal.message}</p>}</div>
      <button className="btn" type="submit" disabled={isSending || !hasStarted}>
        {isSending ? sending : button}
      </button>
    </form>
  )
}

/** With a button that shows what is typed. */
function PasswordField({ frame, kind }: { frame: FieldFrame; kind: PasswordKind }) {
  const [isShown, setShown] = useState(false)
  return (
    <Field frame={frame}>
      <div className="password">
        <input
          {...controlProps(frame)}
          type={isShown ? 'text' : 'password'}
          required
          autoComplete={kind}
          autoCapitalize="none"
          spellCheck={false}
        />
        <button
          className="password-toggle"
          type="button"
          aria-pressed={isShown}
          aria-label="Show password"
          onClick={() => setShown(!isShown)}
        >
          {isShown ? 'Hide' : 'Show'}
        </button>
      </div>
    </Field>
  )
}
