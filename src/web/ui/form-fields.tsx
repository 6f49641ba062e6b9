import { type ComponentPropsWithoutRef, useRef, useState } from 'react'
import {
  AreaField,
  controlProps,
  Field,
  type FieldFrame,
  InputField,
  type OptionsProps,
  SelectField,
  Switch,
} from './fields.tsx'

const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const
const oneTime = { ...plain, type: 'text', autoComplete: 'one-time-code' } as const

/** The kinds of fields with one line, and what the browser is told of each. */
const lines = {
  /** Of whom is not the person who types: the browser fills in nothing. */
  text: { autoComplete: 'off', autoCorrect: 'off' },
  /** What a program reads, such as the name of a server. */
  code: plain,
  url: { ...plain, inputMode: 'url' },
  /** Letters and digits as on a license. */
  license: { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false },
  number: { autoComplete: 'off', inputMode: 'numeric' },
  amount: { autoComplete: 'off', inputMode: 'decimal' },
  phone: { autoComplete: 'off', type: 'tel' },
  email: { ...plain, type: 'email' },
  day: { autoComplete: 'off', type: 'date' },
  month: { autoComplete: 'off', type: 'month' },
  time: { autoComplete: 'off', type: 'time' },
  /** A day with a time. */
  instant: { autoComplete: 'off', type: 'datetime-local' },
  /** A password of another program, which nobody types twice. */
  secret: { autoComplete: 'new-password', type: 'password' },
  /** The name of the person who types. */
  'own-name': { autoComplete: 'name', type: 'text', spellCheck: false },
  /** The address of the account of the person who types. */
  account: { autoComplete: 'username', type: 'email', spellCheck: false },
  /** A code of an app; phones show digits for it. */
  'app-code': { ...oneTime, inputMode: 'numeric' },
  /** A code that may have letters. */
  'recovery-code': oneTime,
} satisfies Record<string, ComponentPropsWithoutRef<'input'>>

/** What each field of a form has. */
type Named = {
  /** As the server names it. */
  name: string
  label: string
  hint?: string | undefined
  /** True for a field as wide as the form. */
  wide?: boolean
  isRequired?: boolean
  /** What stands in it at first. */
  value?: string | number | null | undefined
  /** Fields in a row with the same group stand in one line, after its name. */
  group?: string
}

/** A field of a form as data. */
export type FormField = Named &
  (
    | {
        kind?: keyof typeof lines
        /** The most characters. */
        limit?: number
        /** Stands in it while it is empty. */
        example?: string
      }
    | { kind: 'current-password' | 'new-password' }
    | { kind: 'area'; rows: number; limit?: number }
    | ({ kind: 'choice' } & OptionsProps)
    /** Boxes, of which several may be ticked; `chosen` are at first. */
    | { kind: 'checks'; of: readonly (readonly [string, string])[]; chosen: readonly string[] }
    /** A box of its own. */
    | { kind: 'switch'; isOn: boolean }
  )

/** What is wrong with fields, by their names. */
export type Problems = Partial<Record<string, string>>

type FormFieldsProps = {
  fields: readonly FormField[]
  /** Stands before the names of the controls, where the page has others of these names. */
  prefix?: string | undefined
  problems: Problems
  /** The names of the controls in which something was typed that was not saved. */
  typed: ReadonlySet<string>
}

/** The fields of a form, from their list. The form reads what is typed by their names. */
export function FormFields({ fields, prefix = '', problems, typed }: FormFieldsProps) {
  const groups = [...new Set(fields.map(({ group }) => group))]
  const shown = (field: FormField) => (
    <StoredField
      key={field.name}
      field={field}
      frame={{ ...field, name: prefix + field.name, problem: problems[field.name] }}
      isTyped={typed.has(prefix + field.name)}
    />
  )
  return groups.map((group) => {
    const inGroup = fields.filter((field) => field.group === group).map(shown)
    if (group === undefined) return inGroup
    return (
      <fieldset key={group} className="field-line">
        <legend className="strong">{group}</legend>
        {inGroup}
      </fieldset>
    )
  })
}

type OneFieldProps = { field: FormField; frame: FieldFrame }

/** A field with what is stored, in its usual form, unless something else was typed in it. */
function StoredField({ isTyped, ...props }: OneFieldProps & { isTyped: boolean }) {
  const { value } = props.field
  const [shown, show] = useState(value)
  if (!isTyped && shown !== value) show(value)
  return <OneField key={shown} {...props} />
}

function OneField({ field, frame }: OneFieldProps) {
  const shared = { frame, required: field.isRequired, defaultValue: field.value ?? undefined }
  switch (field.kind) {
    case 'choice':
      return <ChoiceField {...shared} none={field.none} of={field.of} />
    case 'area':
      return <AreaField {...shared} rows={field.rows} maxLength={field.limit} />
    case 'checks':
      return <CheckGroup frame={frame} field={field} />
    case 'switch':
      return (
        <div className="field-wide">
          <Switch
            name={frame.name}
            label={frame.label}
            defaultChecked={field.isOn}
            aria-invalid={frame.problem ? true : undefined}
          />
          {frame.problem && <p className="problem">{frame.problem}</p>}
        </div>
      )
    case 'current-password':
    case 'new-password':
      return <PasswordField frame={frame} autoComplete={field.kind} />
    default: {
      const { kind = 'text', limit, example } = field
      return <InputField {...shared} {...lines[kind]} maxLength={limit} placeholder={example} />
    }
  }
}

/** A list of choices, which may be read anew without the one that is chosen: that one stays. */
function ChoiceField({ of, ...select }: ComponentPropsWithoutRef<typeof SelectField>) {
  const [chosen, choose] = useState(String(select.defaultValue ?? ''))
  const isThere = chosen === '' || of.some((option) => [option].flat()[0] === chosen)
  return (
    <SelectField
      {...select}
      of={isThere ? of : [...of, chosen]}
      onChange={({ target }) => choose(target.value)}
    />
  )
}

/** A password, with a button that shows what is typed. */
function PasswordField({ frame, autoComplete }: { frame: FieldFrame; autoComplete: string }) {
  const [isShown, setShown] = useState(false)
  return (
    <Field frame={frame}>
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
          className="text-button password-toggle"
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

type CheckGroupProps = { frame: FieldFrame; field: Extract<FormField, { kind: 'checks' }> }

/** Boxes of one question, with a button that ticks all of them. */
function CheckGroup({ frame, field: { of, chosen } }: CheckGroupProps) {
  const group = useRef<HTMLFieldSetElement>(null)
  const { name, label, problem } = frame
  const problemId = `group-${name}-problem`

  function tickAll() {
    const boxes = group.current?.querySelectorAll<HTMLInputElement>('input:not(:checked)')
    // As the person would, so that the form knows of it.
    for (const box of boxes ?? []) box.click()
  }

  return (
    <fieldset
      className="column tight field-wide"
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
        {of.map(([value, text]) => (
          <Switch
            key={value}
            name={name}
            value={value}
            label={text}
            defaultChecked={chosen.includes(value)}
            aria-invalid={problem ? true : undefined}
          />
        ))}
      </div>
      <button className="text-button" type="button" onClick={tickAll}>
        Select all
        <span className="hidden-text"> {label.toLowerCase()}</span>
      </button>
    </fieldset>
  )
}
