import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { request } from '../../request.ts'

const gcMinutes = 5

/** The cache of the API's answers. A query is a GET to the first element of its key. */
export function createQueryClient(
  apiBaseUrl: string,
  onError: (error: Error) => void = () => {},
): QueryClient {
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
