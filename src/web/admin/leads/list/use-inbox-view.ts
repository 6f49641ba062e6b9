import { useCallback, useMemo } from 'react'
import { navigate, useSearch } from 'wouter/use-browser-location'
import type { LeadFilters } from '#/contracts/leads/inbox.ts'
import type { LeadOrder } from '#/contracts/limits.ts'
import { parseView, viewParams } from '../lead-filters.ts'
import { useLeadList } from '../use-lead-list.ts'

/** What of the inbox is on the screen, as its address says it. */
type InboxView = {
  filters: LeadFilters
  order: LeadOrder
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

function addressOf({ leadId, ...view }: InboxView): string {
  const params = viewParams(view)
  if (leadId !== undefined) params.set('lead', String(leadId))
  const query = params.toString()
  return query ? `${location.pathname}?${query}` : location.pathname
}

/** Returns what is on the screen, which the address holds: a reload or a link shows the same. */
export function useInboxView() {
  const search = useSearch()
  const view = useMemo(() => readView(search), [search])
  const change = useCallback((partOf: (before: InboxView) => Partial<InboxView>) => {
    const before = readView(location.search)
    const part = partOf(before)
    // Back closes the panel: on a phone it is a page of its own.
    const opens = before.leadId === undefined && part.leadId !== undefined
    navigate(addressOf({ ...before, ...part }), { replace: !opens, state: history.state })
  }, [])
  return [view, change] as const
}

/** Returns the list that is on the screen, or would be if its tab were open. */
export function useOpenList() {
  const [{ filters, order }] = useInboxView()
  return useLeadList({ filters, order })
}
