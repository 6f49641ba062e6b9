import { navigate, useSearch } from 'wouter/use-browser-location'
import { api } from '#/contracts/endpoints/api.ts'
import type { Endpoint, Whole } from '#/contracts/endpoints/endpoint.ts'
import type { LeadFilters, LeadPage } from '#/contracts/leads/inbox.ts'
import { usePages } from '../../shell/use-api.ts'
import {
  changeFilters,
  filterParams,
  type ListView,
  parseView,
  viewParams,
} from '../lead-filters.ts'

/** What of the inbox is on the screen, as its address says it. */
type InboxView = ListView & {
  /** The lead whose panel is open. */
  leadId: number | undefined
}

function readView(search: string): InboxView {
  const params = new URLSearchParams(search)
  const leadId = Number(params.get('lead'))
  return {
    ...parseView(params),
    leadId: Number.isSafeInteger(leadId) && leadId > 0 ? leadId : undefined,
  }
}

/** Returns what is on the screen, which the address holds: a reload or a link shows the same. */
export const useInboxView = () => readView(useSearch())

/** Shows another list, or another lead. */
export function changeView(part: Partial<InboxView>): void {
  const before = readView(location.search)
  const { leadId, ...view } = { ...before, ...part }
  const params = viewParams(view)
  if (leadId !== undefined) params.set('lead', String(leadId))
  const query = params.toString()
  // Back closes the panel: on a phone it is a page of its own.
  const opens = before.leadId === undefined && leadId !== undefined
  const address = query ? `${location.pathname}?${query}` : location.pathname
  navigate(address, { replace: !opens, state: history.state })
}

/** Shows the list with other filters than those of the address, which may be newer than the screen. */
export const setFilters = (part: Partial<LeadFilters>): void =>
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
  const shown = Object.fromEntries(filterParams(filters))
  const query = usePages(leadPages, { ...shown, order, limit: 100, withCounts: 'true' })
  return {
    query,
    rows: query.data?.rows ?? none,
    /** What is counted above the list; undefined until it is known. */
    counts: query.data?.first?.counts,
  }
}
