import { useRef } from 'react'
import type { FieldFrame } from '../../ui/fields.tsx'

type CheckGroupProps = {
  frame: FieldFrame
  /** Values and their labels. */
  options: [string, string][]
  /** What is ticked at first. */
  chosen: readonly string[]
}

/** Boxes of one question, with a button that ticks all of them. */
export function CheckGroup({ frame, options, chosen }: CheckGroupProps) {
  const group = useRef<HTMLFieldSetElement>(null)
  const { name, label, problem } = frame
  const problemId = `group-${name}-problem`

  function tickAll() {
    for (const box of group.current?.querySelectorAll('input') ?? []) box.checked = true
  }

  return (
    <fieldset
      className="check-group field-wide"
      ref={group}
      aria-describedby={problem && problemId}
    >
      <legend className="label">{label}</legend>
      {problem && (
        <p className="problem" id={problemId}>
          {problem}
        </p>
      )}
      <div className="check-options">
        {options.map(([value, text]) => (
          <label key={value} className="switch">
            <input
              type="checkbox"
              name={name}
              value={value}
              defaultChecked={chosen.includes(value)}
              aria-invalid={problem ? true : undefined}
            />
            {text}
          </label>
        ))}
      </div>
      <button className="text-button check-all" type="button" onClick={tickAll}>
        Tick all
        <span className="hidden-text"> {label.toLowerCase()}</span>
      </button>
    </fieldset>
  )
}
