import {
  type Query,
  type QueryClient,
  type UseQueryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { type RequestOptions, reasonOf } from '../../request.ts'
import { showToast } from '../../ui/show-toast.ts'
import { useSite } from '../../words.ts'
import { requestWithProof } from './ask-for-proof.ts'
import { hasCode } from './request-errors.ts'

type QueryOptions<Data> = Omit<
  UseQueryOptions<{ data: Data }, Error, Data>,
  'queryKey' | 'queryFn' | 'select'
>

/** A GET of a path of the API, cached under that path. Returns the `data` of the response's body. */
export function useServerData<Data>(path: string, options?: QueryOptions<Data>) {
  return useQuery({
    ...options,
    queryKey: [path],
    select: (answer: { data: Data }) => answer.data,
  })
}

/** Fetches again every query whose path begins with one of these. */
export async function refetch(client: QueryClient, paths: readonly string[]): Promise<void> {
  const isMeant = ({ queryKey }: Query) =>
    paths.some((path) => String(queryKey[0]).startsWith(path))
  // The answer that is on its way may be older than the change.
  await client.cancelQueries({ predicate: isMeant })
  await client.invalidateQueries({ predicate: isMeant })
}

/** A change on the server, and what the owner reads of it. */
export type Change<Input, Answer> = {
  call: (input: Input) => { method: string; path: string; body?: RequestOptions['body'] }
  /** The text of the toast; without one a success shows none. */
  success?: string | ((answer: Answer, input: Input) => string)
  /** The change that takes another one back: its toast has a button for it. Undefined for none. */
  undo?: (input: Input, answer: Answer) => Input | undefined
  /** The text of the toast where the server gives no reason; without one the caller says what went wrong. */
  failure?: string | ((input: Input) => string)
  /** True where the toast says `failure` whatever the server's reason: the caller shows that. */
  hidesReason?: boolean
  /** The change is pending until every query whose path begins with one of these is fetched again. */
  refetches?: readonly string[]
  /** The path whose GET would now return the same answer: it takes the place of what was fetched. */
  answers?: string
  /** Changes of one key are sent one after the other. */
  key?: string
  /** Called with the answer, and what was sent for it, before the queries are fetched again. */
  onAnswer?: (answer: Answer, input: Input) => void
}

/** A mutation that shows its outcome as a toast, and fetches again what it changed. */
export function useChange<Input = void, Answer = unknown>(change: Change<Input, Answer>) {
  const {
    call,
    success,
    undo,
    failure,
    hidesReason,
    refetches = [],
    answers,
    key,
    onAnswer,
  } = change
  const { apiBaseUrl } = useSite()
  const client = useQueryClient()
  const mutation = useMutation({
    ...(key !== undefined && { scope: { id: key } }),
    mutationFn: (input: Input) => {
      const { method, path, body } = call(input)
      return requestWithProof<Answer>(method, path, { apiBaseUrl, body })
    },
    onSuccess: (answer, input) => {
      if (answers) client.setQueryData([answers], answer)
      onAnswer?.(answer, input)
      const text = typeof success === 'function' ? success(answer, input) : success
      const back = undo?.(input, answer)
      const action = back !== undefined ? { label: 'Undo', run: () => mutate(back) } : undefined
      if (text) showToast({ title: 'Success', text, tone: 'default', action })
    },
    onError: (error, input) => {
      // They were asked who they are, and would not say.
      if (hasCode(error, 'proof_needed')) return
      if (failure === undefined) return
      const text = typeof failure === 'function' ? failure(input) : failure
      showToast({
        title: 'Error',
        text: (!hidesReason && reasonOf(error)) || text,
        tone: 'destructive',
      })
    },
    // After a refusal too: another user may have made the same change first.
    onSettled: () => refetch(client, refetches),
  })
  const { mutate } = mutation
  return mutation
}
