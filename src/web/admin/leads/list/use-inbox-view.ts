import { navigate, useSearch } from 'wouter/use-browser-location'
import { api } from '#/contracts/endpoints/api.ts'
import type { Endpoint, Whole } from '#/contracts/endpoints/endpoint.ts'
import type { LeadPage } from '#/contracts/leads/inbox.ts'
import { usePages } from '../../shell/use-api.ts'
import {
  changeFilters,
  type Filters,
  type InboxView,
  parseView,
  viewParams,
} from '../lead-filters.ts'

const readView = (search: string) => parseView(new URLSearchParams(search))

/** Returns what is on the screen, which the address holds: a reload or a link shows the same. */
export const useInboxView = () => readView(useSearch())

/** Shows another list, or another lead. */
export function changeView(part: Partial<InboxView>): void {
  const before = readView(location.search)
  const after = { ...before, ...part }
  const query = String(viewParams(after))
  // Back closes the panel: on a phone it is a page of its own.
  const opens = before.leadId === undefined && after.leadId !== undefined
  const address = query ? `${location.pathname}?${query}` : location.pathname
  navigate(address, { replace: !opens, state: history.state })
}

/** Sets filters of the address, which may be newer than the screen; without a part takes all off. */
export const setFilters = (part?: Filters): void =>
  changeView(changeFilters(readView(location.search), part))

const none: LeadPage['data'] = []

/** With a query the answer is a page. */
const leadPages = api.leads as Endpoint<string, undefined, Whole<LeadPage>>

/**
 * Returns the list that is on the screen, or would be if its tab were open, as far as it was read. While
 * another one is fetched the one before stays.
 */
export function useOpenList() {
  const { filters, order } = useInboxView()
  const query = usePages(leadPages, { ...filters, order, limit: 100, withCounts: 'true' })
  return {
    query,
    rows: query.data?.rows ?? none,
    /** What is counted above the list; undefined until it is known. */
    counts: query.data?.first?.counts,
  }
}
