import type { ComponentPropsWithoutRef, ComponentPropsWithRef, ReactNode } from 'react'

/** What a form shows around a control. */
export type FieldFrame = {
  /** The control's name, unique in the page: its id is made from it. */
  name: string
  label: string
  /** A word beside the label, such as 'required'. */
  mark?: string | undefined
  hint?: string | undefined
  /** What is wrong with the value. */
  problem?: string | undefined
  /** True for a field as wide as the form. */
  wide?: boolean
}

export function controlId(name: string): string {
  return `field-${name}`
}

/** Attributes for a control: its id, and the references to its hint and problem. */
export function controlProps({ name, hint, problem }: FieldFrame) {
  const id = controlId(name)
  const descriptions = [problem && `${id}-problem`, hint && `${id}-hint`].filter(Boolean)
  return {
    id,
    name,
    className: 'input',
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': descriptions.join(' ') || undefined,
  }
}

/** Label, hint and problem around a control, which needs `controlProps` of the same frame. */
export function Field({ frame, children }: { frame: FieldFrame; children: ReactNode }) {
  const { name, label, mark, hint, problem, wide } = frame
  const id = controlId(name)
  return (
    <div className={wide ? 'field field-wide' : 'field'}>
      <label className="label" htmlFor={id}>
        {`${label} `}
        {mark && (
          <span className="mark" aria-hidden="true">
            {mark}
          </span>
        )}
      </label>{' '}
      {children}
      {problem && (
        <p className="problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

type SwitchProps = ComponentPropsWithoutRef<'input'> & { label: string }

/** A box with its label; with `type="radio"` one choice of several. */
export function Switch({ label, ...input }: SwitchProps) {
  return (
    <label className="switch">
      <input type="checkbox" {...input} />
      {label}
    </label>
  )
}

/** The choices of a list. */
export type OptionsProps = {
  /** What stands for no choice, where there may be none. */
  none?: string | undefined
  /** Values with their labels, or values that are their own. */
  of: readonly (string | readonly [value: string, label: string])[]
}

type Framed<Element extends 'input' | 'select' | 'textarea'> = {
  frame: FieldFrame
} & ComponentPropsWithRef<Element>

/** A field with one line, or with what the type of the input makes of it. */
export function InputField({ frame, ...input }: Framed<'input'>) {
  return (
    <Field frame={frame}>
      <input {...controlProps(frame)} {...input} />
    </Field>
  )
}

/** A field with several lines. */
export function AreaField({ frame, ...area }: Framed<'textarea'>) {
  return (
    <Field frame={frame}>
      <textarea {...controlProps(frame)} {...area} />
    </Field>
  )
}

/** A field with a list of choices. */
export function SelectField({ frame, none, of, ...select }: Framed<'select'> & OptionsProps) {
  return (
    <Field frame={frame}>
      <select {...controlProps(frame)} {...select}>
        {none !== undefined && <option value="">{none}</option>}
        {of.map((option) => {
          const [value, label] = typeof option === 'string' ? [option, option] : option
          return (
            <option key={value} value={value}>
              {label}
            </option>
          )
        })}
      </select>
    </Field>
  )
}
