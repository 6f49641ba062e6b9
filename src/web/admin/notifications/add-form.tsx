import { type SubmitEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { controlId } from '../../ui/fields.tsx'
import { refusalOf } from '../shell/request-errors.ts'

type AddFormProps = {
  /** The field's name in the API. */
  name: string
  label: string
  hint?: string
  placeholder: string
  /** Which keyboard a phone shows. */
  inputMode: 'email' | 'url'
  button: string
  /** The button's words while it works. */
  busy?: string
  /** Rejects with a RequestError where the server refuses the value. */
  onAdd: (value: string) => Promise<unknown>
}

/**
 * One field and a button that add to a list. A refused value stays, with the reason below it. The
 * server checks the format, so the browser's own check is off.
 */
export function AddForm({
  name,
  label,
  hint,
  placeholder,
  inputMode,
  button,
  busy = 'Adding…',
  onAdd,
}: AddFormProps) {
  const [value, setValue] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isAdding, setAdding] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const id = controlId(name)
  const trimmed = value.trim()

  async function add(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isAdding || trimmed === '') return
    setAdding(true)
    setProblem(undefined)
    try {
      await onAdd(trimmed)
      setValue('')
    } catch (error) {
      // Rendered before the focus moves, so that a screen reader says what is wrong.
      flushSync(() => setProblem(refusalOf(error, name)))
    } finally {
      setAdding(false)
      input.current?.focus()
    }
  }

  return (
    <form className="add-form" method="post" noValidate onSubmit={add}>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <div className="add-row">
        <input
          ref={input}
          id={id}
          name={name}
          className="input"
          type="text"
          inputMode={inputMode}
          placeholder={placeholder}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={value}
          readOnly={isAdding}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-problem${hint ? ` ${id}-hint` : ''}`}
          onChange={(event) => {
            setValue(event.target.value)
            setProblem(undefined)
          }}
        />
        <button className="btn btn-small" type="submit" disabled={trimmed === '' || isAdding}>
          {isAdding ? busy : button}
        </button>
      </div>
      <p className="problem" id={`${id}-problem`} role="alert">
        {problem}
      </p>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </form>
  )
}
