import { controlProps, Field } from '../../ui/fields.tsx'

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
