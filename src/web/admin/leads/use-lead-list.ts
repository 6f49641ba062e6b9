import { api } from '#/contracts/endpoints/api.ts'
import type { Endpoint, Whole } from '#/contracts/endpoints/endpoint.ts'
import type { LeadFilters, LeadPage } from '#/contracts/leads/inbox.ts'
import type { LeadOrder } from '#/contracts/limits.ts'
import { usePages } from '../shell/use-api.ts'
import { pageParams } from './lead-filters.ts'

const pageSize = 100

const none: LeadPage['data'] = []

/** What a list shows, and what can be done with it. */
export type LeadListState = ReturnType<typeof useLeadList>

/** With a query the answer is a page. */
const leadPages = api.leads as Endpoint<string, undefined, Whole<LeadPage>>

/**
 * Returns the list of what is asked for, as far as it was read. While another one is fetched the one
 * before stays, and `isOld` says so.
 */
export function useLeadList({ filters, order }: { filters: LeadFilters; order: LeadOrder }) {
  const params = pageParams(filters, { order, limit: pageSize })
  const query = usePages(leadPages, { ...params, withCounts: 'true' })
  const { data, fetchNextPage, isFetchNextPageError, refetch } = query
  return {
    rows: data?.rows ?? none,
    /** What is counted above the list; undefined until it is known. */
    counts: data?.first?.counts,
    isOld: query.isPlaceholderData,
    hasMore: query.hasNextPage,
    isFirstRead: data === undefined,
    isReading: query.isFetching,
    isReadingMore: query.isFetchingNextPage,
    hasFailed: query.isError,
    error: query.error,
    readMore: () => void fetchNextPage(),
    retry: () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
  }
}
