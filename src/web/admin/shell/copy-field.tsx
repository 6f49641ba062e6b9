import { useId, useRef, useState } from 'react'

type CopyFieldProps = {
  label: string
  value: string
  /** In a browser that does not let the page copy the value is selected, and this said. */
  selected: string
}

/** A value that is to be copied, and a button that does. */
export function CopyField({ label, value, selected }: CopyFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const [outcome, setOutcome] = useState('')
  const id = useId()

  async function copy() {
    field.current?.select()
    try {
      await navigator.clipboard.writeText(value)
      setOutcome('Copied.')
    } catch {
      // Without HTTPS, or without permission: the text is selected all the same.
      setOutcome(`Your browser blocked copying. ${selected}`)
    }
  }

  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <div className="add-row">
        <input ref={field} id={id} className="input secret" readOnly value={value} />
        <button className="btn btn-small" type="button" onClick={copy}>
          Copy
        </button>
      </div>
      <p className="hint" role="status">
        {outcome}
      </p>
    </div>
  )
}
