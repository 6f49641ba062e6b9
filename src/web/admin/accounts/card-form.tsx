import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Endpoint, ResponseBody } from '#/contracts/endpoints/endpoint.ts'
import { type FormField, FormFields } from '../../ui/form-fields.tsx'
import { useHasStarted } from '../../use-has-started.ts'
import { call } from '../shell/call.ts'
import { useForm } from '../shell/field-form.tsx'
import { createQueryClient } from '../shell/use-api.ts'

/** The pages of those who are not signed in have no cache that outlives them. */
const client = createQueryClient()

/** Calls an endpoint once, by the token of a link where there is one. Calls nothing while `endpoint` is undefined. */
export function useAnswer<Data>(
  endpoint: Endpoint<string, { token: string } | undefined, Data> | undefined,
  token?: string,
) {
  const body = token === undefined ? undefined : { token }
  return useQuery(
    {
      queryKey: [endpoint?.path, token],
      queryFn: async ({ signal }) => {
        const received: unknown = endpoint && (await call(endpoint, { body }, { signal }))
        return ((received ?? { data: {} }) as { data: Data }).data
      },
      enabled: endpoint !== undefined,
      gcTime: 0,
    },
    client,
  )
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
