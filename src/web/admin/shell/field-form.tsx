import type { ReactNode } from 'react'
import type { Setting, Typed } from '#/contracts/endpoints/endpoint.ts'
import { passwordLimits } from '#/contracts/limits.ts'
import { type FormField, FormFields } from '../../ui/form-fields.tsx'
import type { Sent } from './call.ts'
import { PartForm, type PartFormProps } from './part-form.tsx'
import { Fetched } from './query-states.tsx'
import { useChange, useData } from './use-api.ts'

type FieldFormProps = Pick<PartFormProps, 'prefix' | 'beside' | 'clears'> & {
  /** In their order; a problem of none of them stands at the last one. */
  fields: readonly FormField[]
  button?: string
  /** The button's words while the change is under way. */
  busy?: string
  /** Rejects with a RequestError where the server refuses what was typed. */
  save: PartFormProps['onSend']
  /** The class of the grid in which the fields stand; without one each has its line. */
  grid?: string | undefined
}

/** A form from the list of its fields. After a refusal what was typed stays, with the reason at its field. */
export function FieldForm(props: FieldFormProps) {
  const { fields, button = 'Save', busy = 'Saving…', save, grid, ...rest } = props
  const names = fields.map(({ name }) => name)
  return (
    <PartForm fields={names} button={button} busy={busy} onSend={save} {...rest}>
      {(problems) => {
        const shown = <FormFields fields={fields} prefix={rest.prefix} problems={problems} />
        return grid ? <div className={grid}>{shown}</div> : shown
      }}
    </PartForm>
  )
}

type SettingFormProps<Shown, Change> = {
  setting: Setting<string, Shown, Change>
  /** Paths that show it too. */
  refetches?: readonly string[]
  prefix?: string
  grid?: string
  /** The text where it cannot be fetched. */
  failure: string
  /** The text of the toast. */
  success: string
  /** The fields with what is stored; without any there is no form. */
  fields: (shown: Shown) => FormField[]
  /** What is sent where that is not what was typed. */
  bodyOf?: (typed: Typed) => Change
  /** What stands above the fields. */
  children?: (shown: Shown) => ReactNode
}

/** The form of a setting: it shows what is stored, and stores what is typed. */
export function SettingForm<Shown, Change>(props: SettingFormProps<Shown, Change>) {
  const {
    setting,
    refetches = [],
    prefix,
    grid,
    failure,
    success,
    fields,
    bodyOf,
    children,
  } = props
  const query = useData(setting.read, {})
  const { mutateAsync } = useChange(setting.change, {
    send: (body: Change) => ({ body }) as Sent<string, Change>,
    success,
    answers: setting.read.path,
    refetches,
  })
  return (
    <Fetched query={query} failure={failure}>
      {(stored) => {
        const shown = fields(stored)
        return (
          <>
            {children?.(stored)}
            {shown.length > 0 && (
              <FieldForm
                fields={shown}
                prefix={prefix}
                grid={grid}
                save={(typed) => mutateAsync(bodyOf?.(typed) ?? (typed as Change))}
              />
            )}
          </>
        )
      }}
    </Fetched>
  )
}

/** The email address by which the person who types signs in. */
export const accountEmail = (label = 'Email'): FormField => ({
  name: 'email',
  label,
  kind: 'account',
  isRequired: true,
})

/** How the person who types wants to be called. */
export const ownName = (hint = '', value?: string): FormField => ({
  name: 'name',
  label: 'Name',
  kind: 'own-name',
  hint: `Notes and history show this name. ${hint}`.trim(),
  isRequired: true,
  value,
})

/** The password of an account that exists. */
export const knownPassword: FormField = {
  name: 'password',
  label: 'Password',
  kind: 'current-password',
}

/** A password that is to be set. */
export const newPassword = (label = 'Password'): FormField => ({
  name: 'password',
  label,
  kind: 'new-password',
  hint: `At least ${passwordLimits.min} characters. A few words will do.`,
})
