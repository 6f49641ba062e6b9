import { type ReactNode, useEffect, useState } from 'react'
import type { Endpoint, ResponseBody } from '#/contracts/endpoints/endpoint.ts'
import { refusalOf } from '../../request.ts'
import { type FormField, FormFields } from '../../ui/form-fields.tsx'
import { useHasStarted } from '../../use-has-started.ts'
import { call } from '../shell/call.ts'
import { useForm } from '../shell/field-form.tsx'

/** The result of a call that a page makes when it opens. */
type Answer<Data> = { data?: Data; problem?: string }

/**
 * Calls an endpoint once and returns its `data`, for the pages of those who are not signed in, which
 * have no cache. Calls nothing while `endpoint` is undefined.
 */
export function useAnswer<Data>(
  endpoint: Endpoint<string, { token: string } | undefined, Data> | undefined,
  token?: string,
): Answer<Data> {
  const [answer, setAnswer] = useState<Answer<Data>>({})
  useEffect(() => {
    if (!endpoint) return
    const stop = new AbortController()
    const body = token === undefined ? undefined : { token }
    call(endpoint, { body }, { signal: stop.signal }).then(
      (received: unknown) => {
        const { data } = (received ?? { data: {} }) as { data: Data }
        setAnswer({ data })
      },
      (error: unknown) => {
        if (!stop.signal.aborted) setAnswer({ problem: refusalOf(error) })
      },
    )
    return () => stop.abort()
  }, [endpoint, token])
  return answer
}

type CardFormProps<Answer> = {
  endpoint: Endpoint<string, unknown, Answer>
  fields: readonly FormField[]
  /** Sent beside them. */
  more?: Record<string, string>
  button: string
  /** The button's text while the request is under way. */
  sending: string
  onAnswer: (answer: ResponseBody<Answer>, typed: Record<string, string>) => void
  /** Shown below the words of a refusal. */
  help?: ReactNode
  /** Stands above the fields. */
  children?: ReactNode
}

/**
 * A form of a person who is not signed in. Only the script sends it, so the button is off until
 * React has started; and it is a post, so that a password can never get into an address. The server
 * says what is wrong, so the browser's own messages are off.
 */
export function CardForm<Answer>(props: CardFormProps<Answer>) {
  const { endpoint, fields, more, button, sending, onAnswer, help, children } = props
  const hasStarted = useHasStarted()
  const { isSending, refusal, submit } = useForm({
    fields: fields.map(({ name }) => name),
    async onSend(typed) {
      onAnswer(await call(endpoint, { body: { ...typed, ...more } }), typed)
    },
  })
  return (
    <form className="column" method="post" noValidate onSubmit={submit}>
      {children}
      <FormFields fields={fields} problems={refusal.fields} />
      <div role="alert">{refusal.message && <p className="problem">{refusal.message}</p>}</div>
      <button className="btn" type="submit" disabled={isSending || !hasStarted}>
        {isSending ? sending : button}
      </button>
      {refusal.message && help}
    </form>
  )
}
