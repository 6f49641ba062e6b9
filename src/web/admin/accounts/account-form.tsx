import { controlProps, Field, type FieldFrame } from '../../ui/fields.tsx'
import { useHasStarted } from '../shell/use-has-started.ts'
import { PasswordField } from './password-field.tsx'
import { useAccountForm } from './use-account-form.ts'

type AccountFormProps = {
  /** Where it is sent. */
  path: string
  /** What is sent beside the email and the password. */
  more?: Record<string, string>
  /** What the browser's password manager is to do. */
  passwordKind: 'current-password' | 'new-password'
  passwordHint?: string
  button: string
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
    // Without a script nobody answers this form, so it cannot be sent before React has started; and
    // it is a post, so that no password could ever stand in an address. The server's words say what
    // is wrong, so the browser's own bubbles are off.
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
