import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { LeadFilters, LeadPage } from '#/contracts/inbox.ts'
import type { LeadEntry } from '#/contracts/leads.ts'
import type { LeadOrder } from '#/contracts/limits.ts'
import { useLeadEvents } from '../live/use-live.ts'
import { matchesFilters, pagePath } from './lead-filters.ts'
import { createLeadListStore } from './lead-list-store.ts'
import { withShownStatus } from './shown-statuses.ts'

/**
 * The list of what is asked for. While another one is fetched the one before stays, and `isOld` says
 * so. `isReadingOn` tells at any time whether somebody has scrolled away from the top.
 */
export function useLeadList(
  { filters, order }: { filters: LeadFilters; order: LeadOrder },
  isReadingOn: () => boolean,
) {
  const client = useQueryClient()
  const asked = useMemo(() => {
    const accepts = (lead: LeadEntry) => matchesFilters(lead, filters)
    // A search folds more than we do here, so only what the page itself has changed is looked at.
    const isShown = (lead: LeadEntry) =>
      filters.status === 'all' || lead.isContacted === (filters.status === 'contacted')
    return createLeadListStore({
      order,
      accepts,
      readPage: async (page) => {
        const queryKey = [pagePath(filters, { ...page, order })]
        const answer = await client.fetchQuery<LeadPage>({ queryKey, staleTime: 0, gcTime: 0 })
        return { ...answer, data: answer.data.map(withShownStatus).filter(isShown) }
      },
    })
  }, [client, filters, order])
  const askedSnapshot = useSyncExternalStore(asked.subscribe, asked.getSnapshot)
  const isThere = askedSnapshot.list.next !== undefined || askedSnapshot.hasFailed

  const last = useRef(asked)
  const [shown, setShown] = useState(asked)
  useEffect(() => {
    last.current = asked
    asked.show(0, 0)
  }, [asked])
  useEffect(() => {
    if (isThere) setShown(asked)
  }, [isThere, asked])

  const store = isThere ? asked : shown
  const snapshot = useSyncExternalStore(store.subscribe, store.getSnapshot)

  const [newIds, setNewIds] = useState<ReadonlySet<number>>(new Set())
  useLeadEvents({
    onLead({ lead: received, isNew }) {
      const lead = withShownStatus(received)
      if (isNew) setNewIds((ids) => (ids.has(lead.id) ? ids : new Set(ids).add(lead.id)))
      for (const list of new Set([asked, store])) {
        if (isNew) list.receive(lead, isReadingOn())
        else list.update(lead)
      }
    },
    onRemoved(leadId) {
      // The server does not tell what has come into quarantine, only that it is gone from elsewhere.
      if (filters.quarantined) void asked.refresh()
      else for (const list of new Set([asked, store])) list.remove(leadId)
    },
    onResync: () => void asked.refresh(),
  })

  return { ...snapshot, store, isOld: store !== asked, newIds }
}
