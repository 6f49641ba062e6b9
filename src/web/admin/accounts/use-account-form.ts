import { type SubmitEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { navigate } from 'wouter/use-browser-location'
import type { User } from '#/contracts/accounts.ts'
import { adminPaths } from '#/contracts/routes.ts'
import { RequestError, request } from '../../request.ts'
import { useSite } from '../../words.ts'
import { pathAfterSignIn } from './path-after-sign-in.ts'

const timeoutMs = 20_000

/** What the email and password forms have as names of their fields. */
const fieldNames = ['email', 'password'] as const

type FieldName = (typeof fieldNames)[number]

/** Why a form was refused: beside the fields where it is theirs, as one message elsewhere. */
type Refusal = { fields: Partial<Record<FieldName, string>>; message?: string }

function explain(error: unknown): Refusal {
  if (!(error instanceof RequestError)) {
    return {
      fields: {},
      message: 'The server cannot be reached. Check your connection and try again.',
    }
  }
  const ours = fieldNames.filter((name) => error.fields[name])
  if (ours.length > 0) return { fields: error.fields }
  return { fields: {}, message: error.reason ?? 'Something went wrong. Please try again.' }
}

function focusWrongField(form: HTMLFormElement, { fields }: Refusal) {
  const wrong = fieldNames.find((name) => fields[name]) ?? 'password'
  const control = form.elements.namedItem(wrong)
  if (control instanceof HTMLElement) control.focus()
}

/**
 * Sends an email and a password, with `more` beside them, to a path that signs the person in, and
 * goes on from there. The fields hold their own values, so a refusal keeps what was typed.
 */
export function useAccountForm(path: string, more: Record<string, string> = {}) {
  const { apiBaseUrl } = useSite()
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>({ fields: {} })
  // State is too late for a second click in the same frame.
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
      if (next === adminPaths.leads) navigate(next, { replace: true })
      // The pages of the site are documents of their own.
      else location.replace(next)
    } catch (error) {
      const found = explain(error)
      // Drawn before the focus moves, so that a screen reader says what is wrong.
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
