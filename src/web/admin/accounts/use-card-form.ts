import { request } from '../../request.ts'
import { useSite } from '../../words.ts'
import { useForm } from '../shell/use-form.ts'

const timeoutMs = 20_000

type CardFormOptions<Answer> = {
  /** The API's path, which takes a POST. */
  path: string
  /** The fields to send, in their order. */
  fields: readonly string[]
  /** Sent beside them. */
  more?: Record<string, string>
  onAnswer: (answer: Answer, typed: Record<string, string>) => void
}

/** A form of a person who is not signed in, as `CardForm` shows it. */
export function useCardForm<Answer>({ path, fields, more, onAnswer }: CardFormOptions<Answer>) {
  const { apiBaseUrl } = useSite()
  return useForm({
    fields,
    async onSend(typed) {
      const body = { ...typed, ...more }
      const signal = AbortSignal.timeout(timeoutMs)
      onAnswer(await request<Answer>('POST', path, { apiBaseUrl, body, signal }), typed)
    },
  })
}
