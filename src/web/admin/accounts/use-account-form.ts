import { type SubmitEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { navigate } from 'wouter/use-browser-location'
import type { User } from '#/contracts/accounts.ts'
import { adminPaths } from '#/contracts/routes.ts'
import { RequestError, request } from '../../request.ts'
import { useSite } from '../../words.ts'
import { refusalOf } from '../shell/request-errors.ts'
import { pathAfterSignIn } from './path-after-sign-in.ts'

const timeoutMs = 20_000

const fieldNames = ['email', 'password'] as const

type FieldName = (typeof fieldNames)[number]

/** Why the server refused the form: problems of its fields, or else one message. */
type Refusal = { fields: Partial<Record<FieldName, string>>; message?: string }

function explain(error: unknown): Refusal {
  const fields = error instanceof RequestError ? error.fields : {}
  if (fieldNames.some((name) => fields[name])) return { fields }
  return { fields: {}, message: refusalOf(error) }
}

function focusWrongField(form: HTMLFormElement, { fields }: Refusal) {
  const wrong = fieldNames.find((name) => fields[name]) ?? 'password'
  const control = form.elements.namedItem(wrong)
  if (control instanceof HTMLElement) control.focus()
}

/**
 * Sends an email and a password, with `more` beside them, to a path that signs the person in, and
 * goes to their next page. The inputs are uncontrolled, so after a refusal the typed values stay.
 */
export function useAccountForm(path: string, more: Record<string, string> = {}) {
  const { apiBaseUrl } = useSite()
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>({ fields: {} })
  // A second click in the same frame would still see the old state.
  const isInFlight = useRef(false)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isInFlight.current) return
    isInFlight.current = true
    setSending(true)
    setRefusal({ fields: {} })
    const form = event.currentTarget
    const values = new FormData(form)
    try {
      const { data } = await request<{ data: User }>('POST', path, {
        apiBaseUrl,
        body: { email: values.get('email'), password: values.get('password'), ...more },
        signal: AbortSignal.timeout(timeoutMs),
      })
      const next = pathAfterSignIn(data.role, location.search)
      if (next.startsWith(`${adminPaths.root}/`)) navigate(next, { replace: true })
      // The pages of the site are documents of their own.
      else location.replace(next)
    } catch (error) {
      const found = explain(error)
      // Rendered before the focus moves, so that a screen reader says what is wrong.
      flushSync(() => {
        setRefusal(found)
        setSending(false)
      })
      focusWrongField(form, found)
    } finally {
      isInFlight.current = false
    }
  }

  return { isSending, refusal, submit }
}
