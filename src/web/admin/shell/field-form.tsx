import { type ReactNode, type SubmitEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Setting, Typed } from '#/contracts/endpoints/endpoint.ts'
import { passwordLimits } from '#/contracts/limits.ts'
import { RequestError, refusalOf } from '../../request.ts'
import { Button } from '../../ui/button.tsx'
import { type FormField, FormFields, type Problems } from '../../ui/form-fields.tsx'
import type { Sent } from './call.ts'
import { markUnsaved, putBack } from './kept-forms.ts'
import { Fetched } from './query-states.tsx'
import { useChange, useData } from './use-api.ts'

type FormOptions = {
  /** The fields to send, as the server names them, in their order. */
  fields: readonly string[]
  /** Stands before the names of the controls, where the page has others of these names. */
  prefix?: string | undefined
  /** Rejects with a RequestError where the server refuses what was typed. */
  onSend: (typed: Record<string, string>, form: HTMLFormElement) => unknown
}

/** Why the server refused a form: problems of its fields, or one message. */
type Refusal = { fields: Problems; message?: string }

/** The state of a form of the office. */
type FormState = {
  isSending: boolean
  refusal: Refusal
  submit: (event: SubmitEvent<HTMLFormElement>) => Promise<void>
}

/**
 * Sends the fields of a form. The inputs are uncontrolled, so after a refusal the typed values stay;
 * then the first wrong field has the focus, or the last one where it is not a matter of a field.
 */
export function useForm({ fields, prefix = '', onSend }: FormOptions): FormState {
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>({ fields: {} })
  // A second click in the same frame would still see the old state.
  const isInFlight = useRef(false)

  function explain(error: unknown): Refusal {
    const problems: Refusal['fields'] = error instanceof RequestError ? error.fields : {}
    const isOfField = fields.some((name) => problems[name])
    return isOfField ? { fields: problems } : { fields: {}, message: refusalOf(error) }
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isInFlight.current) return
    isInFlight.current = true
    setSending(true)
    setRefusal({ fields: {} })
    const form = event.currentTarget
    const values = new FormData(form)
    const typed = fields.map((name) => [name, String(values.get(prefix + name))])
    try {
      await onSend(Object.fromEntries(typed), form)
      setSending(false)
    } catch (error) {
      const found = explain(error)
      // Rendered before the focus moves, so that a screen reader says what is wrong.
      flushSync(() => {
        setRefusal(found)
        setSending(false)
      })
      const last = form.elements.namedItem(prefix + (fields.at(-1) ?? ''))
      const control = form.querySelector('[aria-invalid="true"]') ?? last
      if (control instanceof HTMLElement) control.focus()
    } finally {
      isInFlight.current = false
    }
  }

  return { isSending, refusal, submit }
}

type FieldFormProps = {
  /** In their order; a problem of none of them stands at the last one. */
  fields: readonly FormField[]
  /** Stands before the names of the controls, where the page has others of these names. */
  prefix?: string | undefined
  button?: string
  /** The button's words while the change is under way. */
  busy?: string
  /** Rejects with a RequestError where the server refuses what was typed. */
  save: FormOptions['onSend']
  /** The class of the grid in which the fields stand; without one each has its line. */
  grid?: string | undefined
  /** Of the button that leaves the form, where it can be left; and its words. */
  onCancel?: () => void
  cancel?: string
  /** Whether the fields are emptied afterwards. */
  clears?: boolean
}

/** True for what the browser is to store nowhere. */
const isSecret = (kind: FormField['kind'] = 'text') => /password|secret|-code/.test(kind)

/** A form from the list of its fields. After a refusal, or a session that ended, what was typed is there. */
export function FieldForm(props: FieldFormProps) {
  const { fields, prefix, button = 'Save', busy = 'Saving…', save, grid, clears } = props
  const { onCancel, cancel = 'Cancel' } = props
  const names = fields.map(({ name }) => name)
  const { isSending, refusal, submit } = useForm({
    fields: names,
    prefix,
    async onSend(typed, form) {
      await save(typed, form)
      markUnsaved(form, false)
      if (clears) form.reset()
    },
  })
  const { message } = refusal
  const problems = message ? { [names.at(-1) ?? '']: message } : refusal.fields
  const shown = <FormFields fields={fields} prefix={prefix} problems={problems} />
  const isKept = fields.every(({ kind }) => !isSecret(kind))
  return (
    <form
      className="part-form"
      method="post"
      noValidate
      ref={isKept ? putBack : undefined}
      onInput={isKept ? ({ currentTarget }) => markUnsaved(currentTarget, true) : undefined}
      onSubmit={submit}
    >
      {grid ? <div className={grid}>{shown}</div> : shown}
      <div className="actions">
        {onCancel && (
          <Button look="line" onPress={onCancel}>
            {cancel}
          </Button>
        )}
        <button className="btn btn-small" type="submit" aria-disabled={isSending}>
          {isSending ? busy : button}
        </button>
      </div>
    </form>
  )
}

type SettingFormProps<Shown, Change> = Pick<FieldFormProps, 'prefix' | 'grid' | 'button'> & {
  setting: Setting<string, Shown, Change>
  /** Paths that show it too. */
  refetches?: readonly string[]
  /** The text where it cannot be fetched. */
  failure: string
  /** The text of the toast. */
  success: string
  /** That of another one where it is refused: the reason stands in the form. */
  refusal?: string
  /** The fields with what is stored; without any there is no form. */
  fields: (shown: Shown) => FormField[]
  /** What is sent where that is not what was typed. */
  bodyOf?: (typed: Typed) => Change
  /** What stands above the fields. */
  children?: (shown: Shown) => ReactNode
}

/** The form of a setting: it shows what is stored, and stores what is typed. */
export function SettingForm<Shown, Change>(props: SettingFormProps<Shown, Change>) {
  const { setting, refetches = [], failure, success, refusal, ...others } = props
  const { fields, bodyOf, children, ...form } = others
  const query = useData(setting.read, {})
  const { mutateAsync } = useChange(setting.change, {
    send: (body: Change) => ({ body }) as Sent<string, Change>,
    success,
    ...(refusal && { failure: refusal, hidesReason: true }),
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
                {...form}
                fields={shown}
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

/** A code of an app; of kind `recovery-code` where it may be a recovery code too. */
export const codeField = (
  label: string,
  kind: 'app-code' | 'recovery-code',
  hint?: string,
): FormField => ({ name: 'code', label, kind, hint, isRequired: true })

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
