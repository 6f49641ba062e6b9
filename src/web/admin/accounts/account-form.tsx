import { controlProps, Field, type FieldFrame } from '../../ui/fields.tsx'
import { useHasStarted } from '../../use-has-started.ts'
import { NewPasswordField, PasswordField } from './password-fields.tsx'
import { useAccountForm } from './use-account-form.ts'

type AccountFormProps = {
  /** The API's path. */
  path: string
  /** Sent beside the email and the password. */
  more?: Record<string, string>
  /** The password is to be set, not to be checked. */
  isNewPassword?: boolean
  button: string
  /** The button's text while the request is under way. */
  sending: string
}

/** An email, a password and a button. */
export function AccountForm({
  path,
  more,
  isNewPassword = false,
  button,
  sending,
}: AccountFormProps) {
  const { isSending, refusal, submit } = useAccountForm(path, more)
  const hasStarted = useHasStarted()
  const email: FieldFrame = { name: 'email', label: 'Email', problem: refusal.fields.email }
  const password: FieldFrame = {
    name: 'password',
    label: 'Password',
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
      {isNewPassword ? <NewPasswordField frame={password} /> : <PasswordField frame={password} />}
      <div role="alert">{refusal.message && <p className="problem">{refusal.message}</p>}</div>
      <button className="btn" type="submit" disabled={isSending || !hasStarted}>
        {isSending ? sending : button}
      </button>
    </form>
  )
}
