import { useCallback, useEffect, useRef, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type { LeadFilters } from '#/contracts/leads/inbox.ts'
import type { LeadOrder } from '#/contracts/limits.ts'
import { filterParams, parseFilters } from '../lead-filters.ts'

/** What of the inbox is on the screen, as its address says it. */
export type InboxView = {
  filters: LeadFilters
  order: LeadOrder
  /** The lead whose panel is open. */
  leadId: number | undefined
}

/** Browsers allow so many changes of the address and no more, and a held key makes many. */
const addressPauseMs = 200

function readView(): InboxView {
  const params = new URLSearchParams(location.search)
  const leadId = Number(params.get('lead'))
  return {
    filters: parseFilters(params),
    order: params.get('order') === 'oldest' ? 'oldest' : 'newest',
    leadId: Number.isSafeInteger(leadId) && leadId > 0 ? leadId : undefined,
  }
}

function addressOf({ filters, order, leadId }: InboxView): string {
  const params = filterParams(filters)
  if (order === 'oldest') params.set('order', order)
  if (leadId !== undefined) params.set('lead', String(leadId))
  const query = params.toString()
  return query ? `${location.pathname}?${query}` : location.pathname
}

const isAddress = (address: string) => address === location.pathname + location.search

function writeView(view: InboxView, replace: boolean) {
  const address = addressOf(view)
  if (!isAddress(address)) navigate(address, { replace, state: history.state })
}

type ViewChange = Partial<InboxView> | ((before: InboxView) => Partial<InboxView>)

/** What is on the screen, kept in the address: a reload or a link shows the same. */
export function useInboxView() {
  const [view, setView] = useState(readView)
  const written = useRef(view)

  useEffect(() => {
    const readAgain = () => {
      if (isAddress(addressOf(written.current))) return
      written.current = readView()
      setView(written.current)
    }
    // The second comes with a link within the back office, and with what is written here.
    const events = ['popstate', 'pushState']
    for (const event of events) addEventListener(event, readAgain)
    return () => {
      for (const event of events) removeEventListener(event, readAgain)
    }
  }, [])

  useEffect(() => {
    // Back closes the panel: on a phone it is a page of its own.
    const opens = written.current.leadId === undefined && view.leadId !== undefined
    const write = () => {
      written.current = view
      writeView(view, !opens)
    }
    const timer = setTimeout(write, opens ? 0 : addressPauseMs)
    return () => clearTimeout(timer)
  }, [view])

  const change = useCallback((part: ViewChange) => {
    setView((before) => ({ ...before, ...(typeof part === 'function' ? part(before) : part) }))
  }, [])

  return [view, change] as const
}
