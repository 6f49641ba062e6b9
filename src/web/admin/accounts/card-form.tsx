import { skipToken, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Endpoint, ResponseBody, Typed } from '#/contracts/endpoints/endpoint.ts'
import { call } from '../shell/call.ts'
import { FieldForm, type FieldFormProps } from '../shell/field-form.tsx'
import { ownClient } from '../shell/use-api.ts'

/** Calls an endpoint once, by the token of a link where there is one. Calls nothing while `endpoint` is undefined. */
export function useAnswer<Data>(
  endpoint: Endpoint<string, { token: string } | undefined, Data> | undefined,
  token?: string,
) {
  const body = token === undefined ? undefined : { token }
  async function ask(asked: NonNullable<typeof endpoint>) {
    const received: unknown = await call(asked, { body })
    return ((received ?? { data: {} }) as { data: Data }).data
  }
  const queryFn = endpoint ? () => ask(endpoint) : skipToken
  return useQuery({ queryKey: [endpoint?.path, token], queryFn, gcTime: 0 }, ownClient)
}

/** What is asked of a person who is not signed in. */
export type CardFormProps<Answer> = Pick<FieldFormProps, 'fields' | 'button' | 'busy'> & {
  endpoint: Endpoint<string, unknown, Answer>
  onAnswer?: (answer: ResponseBody<Answer>, typed: Typed) => void
  /** What takes the place of the form once it was accepted. */
  after?: (answer: ResponseBody<Answer>) => ReactNode
}

/** A form of a person who is not signed in. The token of a link is sent beside what is typed. */
export function CardForm<Answer>(
  props: CardFormProps<Answer> & { token?: string; children?: ReactNode },
) {
  const { endpoint, token, onAnswer, after, ...form } = props
  const [shown, show] = useState<ReactNode>()
  if (shown) return shown
  return (
    <FieldForm
      {...form}
      leavesTyped
      save={async (typed) => {
        const answer = await call(endpoint, { body: { ...typed, token } })
        onAnswer?.(answer, typed)
        show(after?.(answer))
      }}
    />
  )
}

/** Where the link is that makes the first admin. */
export function SetupSteps() {
  return (
    <ol className="bullets">
      <li>Look in the terminal where the server was started: it prints a setup link.</li>
      <li>
        Open the whole link, including everything after the <code>#</code>, and choose your email
        address and a password.
      </li>
      <li>No link there, or an old one? Restart the server and it prints a new one.</li>
    </ol>
  )
}
