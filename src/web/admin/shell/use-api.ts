import {
  keepPreviousData,
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
  type UseQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import type { Endpoint, Names, ParamsOf, Whole } from '#/contracts/endpoints/endpoint.ts'
import type { Page } from '#/contracts/limits.ts'
import { hasCode, reasonOf, request } from '../../request.ts'
import { showToast } from '../../ui/show-toast.ts'
import { useSite } from '../../words.ts'
import { call, callWithProof, inTime, type Sent } from './call.ts'

/** The cache of the API's answers. A query is a GET to the first element of its key. */
export function createQueryClient(onError: (error: Error) => void = () => {}): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey, signal }) =>
          request('GET', String(queryKey[0]), { signal: inTime(signal) }),
        retry: false,
        refetchOnWindowFocus: false,
        staleTime: Number.POSITIVE_INFINITY,
        // Without a network a call fails at once, and the page says so, instead of waiting for one.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}

/** For what is not kept in a cache: on the pages of those who are not signed in, above all. */
export const ownClient = createQueryClient()

type DataOptions<Answer> = Omit<
  UseQueryOptions<{ data: Answer }, Error, Answer>,
  'queryKey' | 'select'
>

/**
 * Reads an endpoint, cached under its address: `useData(api.statement, { contractorId, month })`.
 * Its `data` is that of the response.
 */
export function useData<Path extends string, Answer>(
  endpoint: Endpoint<Path, undefined, Answer>,
  ...[params, options]: [Names<Path>] extends [never]
    ? [params?: ParamsOf<Path>, options?: DataOptions<Answer>]
    : [params: ParamsOf<Path>, options?: DataOptions<Answer>]
) {
  return useQuery({
    ...options,
    queryKey: [pathTo(endpoint, params ?? ({} as ParamsOf<Path>))],
    select: (answer: { data: Answer }) => answer.data,
  })
}

/**
 * The towns that are served: those of the document until it is known what the owner has said since, which
 * may be in another window.
 */
export function useTowns(): readonly string[] {
  const { towns } = useSite()
  const { data } = useData(api.area.read, {}, { staleTime: 0, refetchOnWindowFocus: true })
  return data?.towns.map(({ name }) => name) ?? towns
}

/** The rows of all pages that were read, and the first page. */
const joined = <Read extends Page<unknown>>({ pages }: { pages: Read[] }) => ({
  rows: pages.flatMap(({ data }) => data) as Read['data'],
  first: pages[0],
})

/**
 * Reads an endpoint page after page, anew each time it is opened. While another list is fetched the
 * one before stays.
 */
export function usePages<Read extends Page<unknown>>(
  endpoint: Endpoint<string, undefined, Whole<Read>>,
  params: Record<string, string | number | undefined>,
) {
  return useInfiniteQuery({
    queryKey: [pathTo(endpoint, params)],
    queryFn: ({ pageParam: cursor, signal }) =>
      call(endpoint, { params: { ...params, cursor } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: joined<Read>,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
}

/** A change of one's own and the server's word of it come within this time, and are fetched for once. */
const gatherMs = 100

/** However often things change, they are fetched at most once in this time. */
const pauseMs = 500

const pass = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The paths to fetch next, and what that waits for: the fetch before, and the pause after it. */
type Rounds = { paths: Set<string>; next?: Promise<void> | undefined; last?: Promise<unknown> }

const roundsOf = new WeakMap<QueryClient, Rounds>()

async function fetchRound(client: QueryClient, rounds: Rounds): Promise<void> {
  await Promise.all([rounds.last, pass(gatherMs)])
  const { paths } = rounds
  rounds.paths = new Set()
  rounds.next = undefined
  const predicate = ({ queryKey }: Query) =>
    [...paths].some((path) => String(queryKey[0]).startsWith(path))
  // The answer that is on its way may be older than the change.
  const fetched = client
    .cancelQueries({ predicate })
    .then(() => client.invalidateQueries({ predicate }))
  rounds.last = Promise.all([fetched, pass(pauseMs)])
  await fetched
}

/** Fetches again every query whose path begins with one of these, with what else is to be fetched then. */
export async function refetch(client: QueryClient, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return
  const rounds: Rounds = roundsOf.get(client) ?? { paths: new Set() }
  roundsOf.set(client, rounds)
  for (const path of paths) rounds.paths.add(path)
  rounds.next ??= fetchRound(client, rounds)
  await rounds.next
}

/** Shows that a call failed, as a toast, unless the person was asked who they are and would not say. */
export function tellFailure(error: Error, text: string): void {
  if (hasCode(error, 'proof_needed')) return
  showToast({ title: 'Error', text, tone: 'destructive' })
}

/** What the owner reads of a change, and what follows from it. */
type Change<Input, Answer> = {
  /** The text of the toast; without one a success shows none. */
  success?: string | ((answer: Answer) => string)
  /** The change that takes another one back: its toast has a button for it. Undefined for none. */
  undo?: (input: Input) => Input | undefined
  /** The text of the toast where the server gives no reason; without one the caller says what went wrong. */
  failure?: string
  /** True where the toast says `failure` whatever the server's reason: the caller shows that. */
  hidesReason?: boolean
  /**
   * The change is pending until every query whose path begins with one of these is fetched again: all that
   * is shown, where it does not say.
   */
  refetches?: readonly string[]
  /** Changes of one key are sent one after the other. */
  key?: string
  /** Called with the answer, and what was sent for it, before the queries are fetched again. */
  onAnswer?: (answer: Answer, input: Input) => void
}

/** What is sent for the input. Without it the input is the body. */
type Sending<Path extends string, Body, Input> = [Names<Path>] extends [never]
  ? { send?: (input: Input) => Sent<Path, Body> }
  : { send: (input: Input) => Sent<Path, Body> }

/**
 * A mutation by an endpoint that shows its outcome as a toast, and fetches again what it changed.
 * Its `data` is that of the response.
 */
export function useChange<
  Path extends string,
  Body,
  Answer,
  Input = [Body] extends [undefined] ? void : Body,
>(
  endpoint: Endpoint<Path, Body, Answer>,
  change: Change<Input, Answer> & Sending<Path, Body, Input>,
) {
  const { success, undo, failure, hidesReason, refetches = [''], key, onAnswer } = change
  const send = change.send ?? ((body: Input) => ({ body }) as never)
  const client = useQueryClient()
  const mutation = useMutation({
    ...(key !== undefined && { scope: { id: key } }),
    async mutationFn(input: Input): Promise<Answer> {
      const response: unknown = await callWithProof(endpoint, send(input))
      return (response as { data: Answer } | undefined)?.data as Answer
    },
    onSuccess: (answer, input) => {
      onAnswer?.(answer, input)
      const text = typeof success === 'function' ? success(answer) : success
      const back = undo?.(input)
      const action = back !== undefined ? { label: 'Undo', run: () => mutate(back) } : undefined
      if (text) showToast({ title: 'Success', text, tone: 'default', action })
    },
    onError: (error) => {
      if (failure) tellFailure(error, (!hidesReason && reasonOf(error)) || failure)
    },
    // After a refusal too: another user may have made the same change first.
    onSettled: () => refetch(client, refetches),
  })
  const { mutate } = mutation
  return mutation
}
