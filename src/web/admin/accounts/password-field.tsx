import { useState } from 'react'
import { controlProps, Field, type FieldFrame } from '../../ui/fields.tsx'

type PasswordFieldProps = { frame: FieldFrame; kind: 'current-password' | 'new-password' }

/** A password, with a button that shows what is typed. */
export function PasswordField({ frame, kind }: PasswordFieldProps) {
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
