import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { RequestError, request } from '../../request.ts'

const gcMinutes = 5

/** True for an answer with this status. */
export function hasStatus(error: unknown, status: number): boolean {
  return error instanceof RequestError && error.status === status
}

type Options = {
  apiBaseUrl: string
  /** Called when the server answers that nobody is signed in. */
  onSignedOut: () => void
}

/** The back office's cache of answers. A query is a GET to the first element of its key. */
export function createQueryClient({ apiBaseUrl, onSignedOut }: Options): QueryClient {
  const onError = (error: Error) => {
    if (hasStatus(error, 401)) onSignedOut()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey, signal }) =>
          request('GET', String(queryKey[0]), { apiBaseUrl, signal }),
        retry: false,
        refetchOnWindowFocus: false,
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: gcMinutes * 60_000,
        // Without a network a call fails and says so, rather than wait for one and say nothing.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}
