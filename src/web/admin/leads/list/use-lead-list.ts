import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { LeadFilters, LeadPage } from '#/contracts/leads/inbox.ts'
import type { LeadEvent } from '#/contracts/leads/lead-events.ts'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import type { LeadOrder } from '#/contracts/limits.ts'
import { useLeadEvents } from '../live/use-live.ts'
import { matchesFilters, pagePath } from './lead-filters.ts'
import { createLeadListStore } from './lead-list-store.ts'
import { noteStored, withShownStatus } from './shown-status.ts'

/** What a list shows, and what can be done with it. */
export type LeadListState = ReturnType<typeof useLeadList>

/**
 * The list of what is asked for. While another one is fetched the one before stays, and `isOld` says
 * so. `show` is told which rows are seen.
 */
export function useLeadList({ filters, order }: { filters: LeadFilters; order: LeadOrder }) {
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
  const askedSnapshot = asked.useSnapshot()
  const hasAnswer = askedSnapshot.list.next !== undefined || askedSnapshot.hasFailed

  const [answered, setAnswered] = useState(asked)
  useEffect(() => asked.show(0, 0), [asked])
  useEffect(() => {
    if (hasAnswer) setAnswered(asked)
  }, [hasAnswer, asked])

  const store = hasAnswer ? asked : answered
  const snapshot = store.useSnapshot()

  const firstSeen = useRef(0)
  const show = useCallback(
    (from: number, to: number) => {
      firstSeen.current = from
      store.show(from, to)
      if (from === 0) store.showWaiting()
    },
    [store],
  )

  const [newIds, setNewIds] = useState<ReadonlySet<number>>(new Set())
  function takeLead({ lead: received, isNew }: LeadEvent) {
    noteStored(received)
    const lead = withShownStatus(received)
    if (isNew) setNewIds((ids) => (ids.has(lead.id) ? ids : new Set(ids).add(lead.id)))
    for (const list of new Set([asked, store])) {
      if (isNew) list.receive(lead, firstSeen.current > 0)
      else list.update(lead)
    }
  }
  useLeadEvents({
    onLead: takeLead,
    onOwnStatus: takeLead,
    onRemoved(leadId) {
      // The server does not tell what has come into quarantine, only that it is gone from elsewhere.
      if (filters.quarantined) void asked.refresh()
      else for (const list of new Set([asked, store])) list.remove(leadId)
    },
    onResync: () => void asked.refresh(),
    onBack() {
      if (asked.getSnapshot().hasFailed) void asked.refresh()
    },
  })

  const isOld = store !== asked
  return { ...snapshot, store, show, isOld, newIds }
}
