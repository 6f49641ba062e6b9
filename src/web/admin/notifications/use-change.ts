import { type QueryFilters, useMutation, useQueryClient } from '@tanstack/react-query'
import { type RequestOptions, reasonOf, request } from '../../request.ts'
import { showToast } from '../../ui/show-toast.ts'
import { useSite } from '../../words.ts'

/** A change of something on the server, and what is said of it. */
type Change<Input, Answer> = {
  call: (input: Input) => { method: string; path: string; body?: RequestOptions['body'] }
  success: string | ((answer: Answer) => string)
  failure: string
  /** The server's own words, where it gave any, stand in place of `failure`. */
  showsReason?: boolean
  /** What may be different afterwards. */
  refetches: QueryFilters[]
  /** Takes up what the server answered before it is fetched again. */
  onAnswer?: (answer: Answer) => void
}

/** A mutation that says how it went as a toast, and fetches again what it changed. */
export function useChange<Input = void, Answer = unknown>(change: Change<Input, Answer>) {
  const { call, success, failure, showsReason = false, refetches, onAnswer } = change
  const { apiBaseUrl } = useSite()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => {
      const { method, path, body } = call(input)
      return request<Answer>(method, path, { apiBaseUrl, body })
    },
    onSuccess: (answer) => {
      onAnswer?.(answer)
      const text = typeof success === 'string' ? success : success(answer)
      showToast({ title: 'Success', text, tone: 'default' })
    },
    onError: (error) =>
      showToast({
        title: 'Error',
        text: (showsReason && reasonOf(error)) || failure,
        tone: 'destructive',
      }),
    // After a refusal too: it may be that somebody else was faster.
    onSettled: () => {
      for (const filters of refetches) void client.invalidateQueries(filters)
    },
  })
}
