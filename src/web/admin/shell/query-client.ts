import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { request } from '../../request.ts'
import { hasCode, hasStatus } from './request-errors.ts'

const gcMinutes = 5

type Options = {
  apiBaseUrl: string
  /** Called when the server says that the session has ended. */
  onSignedOut: () => void
  /** Called when it says that this person must set up a second factor first. */
  onFactorNeeded?: () => void
}

/** The cache of the API's answers. A query is a GET to the first element of its key. */
export function createQueryClient({
  apiBaseUrl,
  onSignedOut,
  onFactorNeeded,
}: Options): QueryClient {
  const onError = (error: Error) => {
    if (hasStatus(error, 401)) onSignedOut()
    if (hasCode(error, 'second_factor_needed')) onFactorNeeded?.()
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
        // Without a network a call fails at once, and the page says so, instead of waiting for one.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}
