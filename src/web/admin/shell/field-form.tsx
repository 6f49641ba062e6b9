import { type ReactNode, type SubmitEvent, useCallback, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Setting, Typed } from '#/contracts/endpoints/endpoint.ts'
import { passwordLimits } from '#/contracts/limits.ts'
import { RequestError, refusalOf } from '../../request.ts'
import { Button } from '../../ui/button.tsx'
import { type FormField, FormFields, type Problems } from '../../ui/form-fields.tsx'
import { useHasStarted } from '../../use-has-started.ts'
import type { Sent } from './call.ts'
import { putBack } from './kept-forms.ts'
import { Fetched } from './query-states.tsx'
import { useChange, useData } from './use-api.ts'

/** What the server says of each field; what is of none of them stands at the last one. */
function problemsOf(error: unknown, fields: readonly FormField[]): Problems {
  const problems: Problems = error instanceof RequestError ? error.fields : {}
  if (fields.some(({ name }) => problems[name])) return problems
  return { [fields.at(-1)?.name ?? '']: refusalOf(error) }
}

const none: ReadonlySet<string> = new Set()

/** A form as data. */
export type FieldFormProps = {
  /** In their order, as the server names them. */
  fields: readonly FormField[]
  /** Stands before the names of the controls, where the page has others of these names. */
  prefix?: string | undefined
  button?: string
  /** The button's words while the change is under way. */
  busy?: string
  /** Rejects with a RequestError where the server refuses what was typed. */
  save: (typed: Record<string, string>, form: HTMLFormElement) => unknown
  /** The class of the grid in which the fields stand; without one each has its line. */
  grid?: string | undefined
  /** Of the button that leaves the form, where it can be left; and its words. */
  onCancel?: () => void
  cancel?: string
  /** True where what was typed stays afterwards; else the fields show what is stored. */
  leavesTyped?: boolean
  /** True for one field that adds to a list: while it is empty the button is off. */
  adds?: boolean
  /** Stands above the fields. */
  children?: ReactNode
}

/**
 * A form from the list of its fields. The inputs are uncontrolled, so after a refusal, or a session that
 * ended, what was typed is there. Only the script sends it, so its button is off until React has started;
 * and it is a post, so that a password can never get into an address. The server says what is wrong, so
 * the browser's own messages are off.
 */
export function FieldForm(props: FieldFormProps) {
  const { fields, prefix = '', button = 'Save', busy = 'Saving…', save, grid, children } = props
  const { onCancel, cancel = 'Cancel', leavesTyped, adds } = props
  const hasStarted = useHasStarted()
  const [isSending, setSending] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  // The controls in which something was typed that was not saved, and those since the form was sent.
  const [typed, setTyped] = useState(none)
  const typedSince = useRef<Set<string>>(undefined)
  const arrive = useCallback((form: HTMLFormElement | null) => {
    const back = putBack(form)
    if (back.length > 0) setTyped(new Set(back))
  }, [])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    // A second click in the same frame would still see the old state.
    if (typedSince.current) return
    const since = new Set<string>()
    typedSince.current = since
    setSending(true)
    setProblems({})
    const form = event.currentTarget
    const values = new FormData(form)
    const sent = fields.map(({ name }) => [name, String(values.get(prefix + name))] as const)
    try {
      await save(Object.fromEntries(sent), form)
      // What was typed meanwhile is of the next time.
      setTyped(since)
      if (since.size === 0 && !leavesTyped) form.reset()
      if (adds) form.querySelector('input')?.focus()
    } catch (error) {
      // Rendered before the focus moves, so that a screen reader says what is wrong.
      flushSync(() => setProblems(problemsOf(error, fields)))
      form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    } finally {
      typedSince.current = undefined
      setSending(false)
    }
  }

  const shown = <FormFields fields={fields} prefix={prefix} problems={problems} typed={typed} />
  return (
    <form
      className="part-form"
      method="post"
      noValidate
      data-unsaved={typed.size > 0 || undefined}
      ref={arrive}
      onInput={({ target }) => {
        const { name, value } = target as HTMLInputElement
        typedSince.current?.add(name)
        setTyped((before) => (adds && !value.trim() ? none : new Set(before).add(name)))
      }}
      onSubmit={submit}
    >
      {children}
      {grid ? <div className={grid}>{shown}</div> : shown}
      {problems[''] && (
        <p className="problem" role="alert">
          {problems['']}
        </p>
      )}
      <div className="actions">
        {onCancel && (
          <Button look="line" onPress={onCancel}>
            {cancel}
          </Button>
        )}
        <button
          className="btn btn-small"
          type="submit"
          disabled={!hasStarted || (adds && typed.size === 0)}
          aria-disabled={isSending}
        >
          {isSending ? busy : button}
        </button>
      </div>
    </form>
  )
}

type SettingFormProps<Shown, Change> = Pick<FieldFormProps, 'prefix' | 'grid' | 'button'> & {
  setting: Setting<string, Shown, Change>
  /** The text where it cannot be fetched. */
  failure?: string
  /** The text of the toast. */
  success?: string
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
  const { setting, fields, bodyOf, children, failure, success, refusal, ...form } = props
  const query = useData(setting.read, {})
  const { mutateAsync } = useChange(setting.change, {
    send: (body: Change) => ({ body }) as Sent<string, Change>,
    success: success ?? 'The setting was saved',
    ...(refusal && { failure: refusal, hidesReason: true }),
  })
  return (
    <Fetched query={query} failure={failure ?? 'Failed to fetch the setting'}>
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

/** What stands in for a password or comes after it. */
export const anyCode: FormField = {
  name: 'code',
  label: 'Code from your app, or a recovery code',
  kind: 'recovery-code',
}

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
