import type { Query, QueryClient } from '@tanstack/react-query'
import { apiPaths } from '#/contracts/routes.ts'

const counted: readonly string[] = [
  apiPaths.leadStats,
  apiPaths.leadCount,
  apiPaths.leadSources,
  apiPaths.leadSpeed,
  apiPaths.leadDaily,
]

/** In a rush of requests the counts are fetched once in so long. */
const restMs = 1_000

const isCount = ({ queryKey }: Query) =>
  counted.includes(String(queryKey[0]).split('?', 1)[0] ?? '')

/** Fetches again every count on the page: at once, but not more often than it can be read. */
export function createCountRefresher(client: QueryClient) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isDue = false

  function fetchAgain() {
    isDue = false
    void client.invalidateQueries({ predicate: isCount })
    timer = setTimeout(() => {
      timer = undefined
      if (isDue) fetchAgain()
    }, restMs)
  }

  return {
    refresh() {
      if (timer === undefined) fetchAgain()
      else isDue = true
    },
    stop: () => clearTimeout(timer),
  }
}
