import { useCallback, useEffect, useMemo, useState } from 'react'
import { navigate, useSearch } from 'wouter/use-browser-location'
import type { LeadFilters } from '#/contracts/leads/inbox.ts'
import type { LeadOrder } from '#/contracts/limits.ts'
import { parseView, viewParams } from '../lead-filters.ts'

/** What of the inbox is on the screen, as its address says it. */
export type InboxView = {
  filters: LeadFilters
  order: LeadOrder
  /** The lead whose panel is open. */
  leadId: number | undefined
}

/** Browsers allow so many changes of the address and no more, and a held key makes many. */
const addressPauseMs = 200

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

type ViewChange = Partial<InboxView> | ((before: InboxView) => Partial<InboxView>)

/** What is on the screen, kept in the address: a reload or a link shows the same. */
export function useInboxView() {
  const search = useSearch()
  const written = useMemo(() => readView(search), [search])
  // What the address does not say yet.
  const [next, setNext] = useState<InboxView>()

  useEffect(() => {
    if (!next) return
    // Back closes the panel: on a phone it is a page of its own.
    const opens = written.leadId === undefined && next.leadId !== undefined
    const write = () => {
      navigate(addressOf(next), { replace: !opens, state: history.state })
      // What has been changed since then is not in the address yet.
      setNext((now) => (now === next ? undefined : now))
    }
    const timer = setTimeout(write, opens ? 0 : addressPauseMs)
    return () => clearTimeout(timer)
  }, [next, written])

  const change = useCallback((part: ViewChange) => {
    setNext((before = readView(location.search)) => ({
      ...before,
      ...(typeof part === 'function' ? part(before) : part),
    }))
  }, [])

  return [next ?? written, change] as const
}
