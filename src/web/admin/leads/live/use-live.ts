import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { LeadEvent } from '#/contracts/leads/lead-events.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { useSite } from '../../../words.ts'
import { type LiveListener, listenToLeads, startLive } from './live-store.ts'

/** Subscribes to the server's events while the page is open, and refreshes its counts. Used once. */
export function useLiveConnection(): void {
  const { apiBaseUrl } = useSite()
  const client = useQueryClient()
  useEffect(() => {
    const counts = createCountRefresher(client)
    const stopListening = listenToLeads({
      onLead: counts.refresh,
      onRemoved: counts.refresh,
      onResync: counts.refresh,
    })
    const stop = startLive(`${apiBaseUrl}${apiPaths.leadEvents}`, counts.refresh)
    return () => {
      stop()
      stopListening()
      counts.stop()
    }
  }, [apiBaseUrl, client])
}

/** Calls the listener for every change of a lead while the component is mounted. */
export function useLeadEvents(listener: LiveListener): void {
  const onLead = useEffectEvent((event: LeadEvent) => listener.onLead?.(event))
  const onOwnStatus = useEffectEvent((event: LeadEvent) => listener.onOwnStatus?.(event))
  const onRemoved = useEffectEvent((leadId: number) => listener.onRemoved?.(leadId))
  const onResync = useEffectEvent(() => listener.onResync?.())
  const onBack = useEffectEvent(() => listener.onBack?.())
  useEffect(
    () =>
      listenToLeads({
        onLead: (event) => onLead(event),
        onOwnStatus: (event) => onOwnStatus(event),
        onRemoved: (leadId) => onRemoved(leadId),
        onResync: () => onResync(),
        onBack: () => onBack(),
      }),
    [],
  )
}

const countPaths: readonly string[] = [
  apiPaths.leadStats,
  apiPaths.leadCount,
  apiPaths.leadSources,
  apiPaths.leadSpeed,
  apiPaths.leadDaily,
  apiPaths.findings,
]

const isCount = ({ queryKey }: Query) =>
  countPaths.includes(String(queryKey[0]).split('?', 1)[0] ?? '')

/** However many leads arrive, the counts are fetched at most once in so long. */
const shortestPauseMs = 1_000

/** Fetches every count on the page again: at once, or when the pause since the last time is over. */
function createCountRefresher(client: QueryClient) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isDue = false

  function fetchAgain() {
    isDue = false
    void client.invalidateQueries({ predicate: isCount })
    timer = setTimeout(() => {
      timer = undefined
      if (isDue) fetchAgain()
    }, shortestPauseMs)
  }

  return {
    refresh() {
      if (timer === undefined) fetchAgain()
      else isDue = true
    },
    stop: () => clearTimeout(timer),
  }
}
