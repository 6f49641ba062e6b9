import type { User } from '#/contracts/accounts/accounts.ts'
import type { SecondStep } from '#/contracts/accounts/second-factors.ts'
import { PasswordField } from '../shell/secret-fields.tsx'
import { CardForm, EmailField } from './card-form.tsx'
import { NewPasswordField } from './password-fields.tsx'
import { openAfterSignIn } from './path-after-sign-in.ts'
import { useCardForm } from './use-card-form.ts'

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
  /** Called where the password was right, and a second factor is still to come. */
  onSecondStep?: (step: SecondStep) => void
}

/** An email, a password and a button, which signs the person in. */
export function AccountForm({
  path,
  more = {},
  isNewPassword = false,
  button,
  sending,
  onSecondStep,
}: AccountFormProps) {
  const form = useCardForm({
    path,
    fields: ['email', 'password'],
    more,
    onAnswer: (answer: { data: User } | { secondStep: SecondStep }) => {
      if ('secondStep' in answer) onSecondStep?.(answer.secondStep)
      else openAfterSignIn(answer.data.role)
    },
  })
  const { fields } = form.refusal
  const password = { name: 'password', label: 'Password', problem: fields.password }
  return (
    <CardForm form={form} button={button} sending={sending}>
      <EmailField problem={fields.email} />
      {isNewPassword ? <NewPasswordField frame={password} /> : <PasswordField frame={password} />}
    </CardForm>
  )
}
