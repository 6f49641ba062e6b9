import { type FormEvent, useState } from 'react'
import type { PasswordContext } from '#/contracts/accounts/passwords.ts'
import { passwordLimits } from '#/contracts/limits.ts'
import { controlId, Field, type FieldFrame } from '../../ui/fields.tsx'
import { useSite } from '../../words.ts'
import { PasswordInput } from '../shell/secret-fields.tsx'
import { type PasswordStrength, strengthOf } from './password-strength.ts'

type NewPasswordFieldProps = {
  problem: string | undefined
  label?: string
  /** Whose password it will be, where the page knows; an email field of the same form is read too. */
  email?: string | undefined
  name?: string | undefined
}

/** The field for a password that is to be set, which says in words how strong it is. */
export function NewPasswordField(props: NewPasswordFieldProps) {
  const { problem, label = 'Password', email, name } = props
  const frame: FieldFrame = { name: 'password', label, problem }
  const { name: siteName, domain } = useSite()
  const [strength, setStrength] = useState<PasswordStrength>()
  const hint = `At least ${passwordLimits.min} characters. A few words will do.`

  function judge({ currentTarget: { value, form } }: FormEvent<HTMLInputElement>) {
    const typedEmail = form?.elements.namedItem('email')
    const context: PasswordContext = {
      site: { name: siteName, domain },
      email: email ?? (typedEmail instanceof HTMLInputElement ? typedEmail.value : undefined),
      name,
    }
    setStrength(value ? strengthOf(value, context) : undefined)
  }

  return (
    <Field frame={frame}>
      <PasswordInput frame={{ ...frame, hint }} autoComplete="new-password" onInput={judge} />
      {/* In the place of the strength until something is typed. */}
      <p className="hint" id={`${controlId(frame.name)}-hint`} hidden={strength !== undefined}>
        {hint}
      </p>
      {/* Said when the words change, which is seldom while one types. */}
      <p className="password-strength" role="status" data-step={strength?.step}>
        {strength?.words !== frame.problem && strength?.words}
      </p>
    </Field>
  )
}
