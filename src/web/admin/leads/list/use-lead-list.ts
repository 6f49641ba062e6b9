import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { LeadFilters, LeadPage } from '#/contracts/leads/inbox.ts'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import type { LeadOrder } from '#/contracts/limits.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { request } from '../../../request.ts'
import { useSite } from '../../../words.ts'
import { filterParams, pagePath } from '../lead-filters.ts'
import { useShownStatus } from '../use-lead-status.ts'

/** The first page is there soon; the others are longer, because all are fetched again on a change. */
const pageSizes = { first: 100, next: 500 } as const

/** More is read this many rows before what was read ends. */
const readAhead = 60

/** True when `a` comes before `b` in a list with the newest first. */
const precedes = (a: LeadEntry, b: LeadEntry): boolean =>
  a.createdAt === b.createdAt ? a.id > b.id : a.createdAt > b.createdAt

/**
 * The rows from `first` on, and those that have come above it since: they wait until the owner asks
 * for them. Without `first`, or where it leaves nothing, all are shown.
 */
export function splitWaiting(rows: readonly LeadEntry[], first: LeadEntry | undefined) {
  const start = first ? rows.findIndex((row) => !precedes(row, first)) : 0
  if (start < 1) return { shown: rows, waiting: [] }
  return { shown: rows.slice(start), waiting: rows.slice(0, start) }
}

/** What a list shows, and what can be done with it. */
export type LeadListState = ReturnType<typeof useLeadList>

/**
 * The list of what is asked for, as far as it was read. While another one is fetched the one before
 * stays, and `isOld` says so. `show` is told which rows are seen.
 */
export function useLeadList({ filters, order }: { filters: LeadFilters; order: LeadOrder }) {
  const { apiBaseUrl } = useSite()
  const key = `${order} ${filterParams(filters)}`
  const query = useInfiniteQuery({
    queryKey: [apiPaths.leads, key],
    queryFn: async ({ pageParam: cursor, signal }) => {
      const limit = cursor === undefined ? pageSizes.first : pageSizes.next
      const path = pagePath(filters, { order, limit, cursor })
      const page = await request<LeadPage>('GET', path, { apiBaseUrl, signal })
      return { ...page, status: filters.status }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
  const { data, hasNextPage, isFetching, isError, isPlaceholderData: isOld, fetchNextPage } = query

  const withStatus = useShownStatus()
  const rows = useMemo(
    () =>
      data?.pages.flatMap(({ data, status }) => {
        const isShown = ({ isContacted }: LeadEntry) =>
          status === 'all' || isContacted === (status === 'contacted')
        return data.map(withStatus).filter(isShown)
      }) ?? [],
    [data, withStatus],
  )

  // Someone who has scrolled down must not have rows move away below the pointer.
  const [held, setHeld] = useState<{ key: string; first: LeadEntry }>()
  const isHeld = order === 'newest' && !isOld && held?.key === key
  const { shown, waiting } = useMemo(
    () => splitWaiting(rows, isHeld ? held.first : undefined),
    [rows, isHeld, held],
  )
  const showWaiting = useCallback(() => setHeld(undefined), [])

  const [seen, setSeen] = useState({ from: 0, to: 0 })
  const show = useCallback((from: number, to: number) => setSeen({ from, to }), [])
  const isAtTop = seen.from === 0
  const first = shown[0]
  useEffect(() => {
    if (isAtTop) setHeld(undefined)
    else if (first && !isOld) setHeld((before) => (before?.key === key ? before : { key, first }))
  }, [isAtTop, first, isOld, key])

  const isEndNear = seen.to + readAhead >= shown.length
  useEffect(() => {
    if (isEndNear && hasNextPage && !isFetching && !isError && !isOld) void fetchNextPage()
  }, [isEndNear, hasNextPage, isFetching, isError, isOld, fetchNextPage])

  return {
    key,
    rows: shown,
    waiting,
    showWaiting,
    show,
    isOld,
    hasMore: hasNextPage,
    isFirstRead: data === undefined,
    isReading: isFetching,
    hasFailed: isError,
    retry: () => void (query.isFetchNextPageError ? fetchNextPage() : query.refetch()),
  }
}
