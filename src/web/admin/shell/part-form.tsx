import { type ReactNode, useId, useState } from 'react'
import type { Setting } from '#/contracts/endpoints/endpoint.ts'
import { Button } from '../../ui/button.tsx'
import { controlProps, Field } from '../../ui/fields.tsx'
import type { Sent } from './call.ts'
import { useForm } from './field-form.tsx'
import { QueryFailure } from './query-states.tsx'
import { useChange, useData } from './use-api.ts'

type OfficePartProps = { heading: string; children: ReactNode }

/** A part of a page, with its heading. */
export function OfficePart({ heading, children }: OfficePartProps) {
  const id = useId()
  return (
    <section className="office-part" aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {heading}
      </h2>
      {children}
    </section>
  )
}

type AddFormProps = {
  /** The field's name in the API. */
  name: string
  label: string
  placeholder: string
  /** Which keyboard a phone shows. */
  inputMode: 'email' | 'url'
  button: string
  /** The button's words while it works. */
  busy?: string
  /** Rejects with a RequestError where the server refuses the value. With `false` the value stays. */
  onAdd: (value: string) => Promise<unknown>
}

/** One field and a button that add to a list. A refused value stays, with the reason below it. */
export function AddForm(props: AddFormProps) {
  const { name, label, placeholder, inputMode, button, busy = 'Adding…', onAdd } = props
  const [value, setValue] = useState('')
  const { isSending, refusal, submit } = useForm({
    fields: [name],
    async onSend(_typed, form) {
      if ((await onAdd(value.trim())) !== false) setValue('')
      form.querySelector('input')?.focus()
    },
  })
  const frame = { name, label, problem: refusal.fields[name] ?? refusal.message }
  return (
    <form method="post" noValidate onSubmit={submit}>
      <Field frame={frame}>
        <div className="row add-row">
          <input
            {...controlProps(frame)}
            type="text"
            inputMode={inputMode}
            placeholder={placeholder}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={value}
            readOnly={isSending}
            onChange={(event) => setValue(event.target.value)}
          />
          <button className="btn btn-small" type="submit" disabled={!value.trim() || isSending}>
            {isSending ? busy : button}
          </button>
        </div>
      </Field>
    </form>
  )
}

type SettingPartProps<Name extends string> = {
  heading: string
  setting: Setting<string, Record<Name, boolean>, Record<Name, boolean>>
  /** Its name in the API. It is a boolean. */
  name: Name
  success?: string
  failure: string
  /** Paths that show it too. */
  refetches?: readonly string[]
  /** What it means, and the words of the button that changes it, where it is on and where it is off. */
  on: { meaning: string; button: string }
  off: { meaning: string; button: string }
  /** More on it, below its meaning. */
  children?: ReactNode
}

/** A part with a setting that is on or off: what that means, and a button that changes it. */
export function SettingPart<Name extends string>(props: SettingPartProps<Name>) {
  const { heading, setting, name, success, failure, refetches = [], on, off, children } = props
  const query = useData(setting.read, {})
  const { mutate, isPending } = useChange(setting.change, {
    send: (isOn: boolean) => ({ body: { [name]: isOn } }) as Sent<string, Record<Name, boolean>>,
    ...(success && { success }),
    failure,
    refetches: [setting.read.path, ...refetches],
  })
  const isOn = query.data?.[name]
  const words = isOn === undefined ? undefined : isOn ? on : off
  return (
    <OfficePart heading={heading}>
      <QueryFailure query={query} text="Failed to fetch the setting" />
      <p className="office-about" role="status">
        {words ? words.meaning : query.isPending && 'Loading...'}
      </p>
      {children}
      {words && (
        <p>
          <Button look="line" isBusy={isPending} onPress={() => mutate(!isOn)}>
            {words.button}
          </Button>
        </p>
      )}
    </OfficePart>
  )
}
