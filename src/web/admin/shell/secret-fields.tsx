import { useState } from 'react'
import { passwordLimits } from '#/contracts/limits.ts'
import { controlProps, Field, type FieldFrame } from '../../ui/fields.tsx'

type CodeFieldProps = {
  name?: string
  label: string
  hint?: string
  problem: string | undefined
  /** A recovery code has letters; phones show digits for the other kind. */
  hasLetters?: boolean
}

/** The field for a code of an app, or a recovery code. */
export function CodeField({
  name = 'code',
  label,
  hint,
  problem,
  hasLetters = false,
}: CodeFieldProps) {
  const frame = { name, label, hint, problem }
  return (
    <Field frame={frame}>
      <input
        {...controlProps(frame)}
        type="text"
        inputMode={hasLetters ? 'text' : 'numeric'}
        autoComplete={hasLetters ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
        required
      />
    </Field>
  )
}

/** The field for the password of an account that exists. */
export function PasswordField({ frame }: { frame: FieldFrame }) {
  return (
    <Field frame={frame}>
      <PasswordInput frame={frame} autoComplete="current-password" />
    </Field>
  )
}

/** The field for a password that is to be set. */
export function NewPasswordField({
  label,
  problem,
}: {
  label?: string
  problem: string | undefined
}) {
  const hint = `At least ${passwordLimits.min} characters. A few words will do.`
  const frame = { name: 'password', label: label ?? 'Password', hint, problem }
  return (
    <Field frame={frame}>
      <PasswordInput frame={frame} autoComplete="new-password" />
    </Field>
  )
}

type PasswordInputProps = { frame: FieldFrame; autoComplete: string }

/** The input for a password, with a button that shows what is typed. */
function PasswordInput({ frame, autoComplete }: PasswordInputProps) {
  const [isShown, setShown] = useState(false)
  return (
    <div className="password">
      <input
        {...controlProps(frame)}
        autoComplete={autoComplete}
        type={isShown ? 'text' : 'password'}
        required
        autoCapitalize={isShown ? 'none' : undefined}
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
  )
}
