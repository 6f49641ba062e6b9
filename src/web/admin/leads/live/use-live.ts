import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { apiPaths } from '#/contracts/routes.ts'
import { useSite } from '../../../words.ts'
import { type LiveListener, listenToLeads, startLive } from './live-store.ts'
import { createCountRefresher } from './refresh-counts.ts'

/** Keeps the page in touch with the server for as long as it is open. Called once, by the page. */
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

/** Hears what happens to leads while the component is there. */
export function useLeadEvents(listener: LiveListener): void {
  const onLead = useEffectEvent((event: Parameters<NonNullable<LiveListener['onLead']>>[0]) =>
    listener.onLead?.(event),
  )
  const onRemoved = useEffectEvent((leadId: number) => listener.onRemoved?.(leadId))
  const onResync = useEffectEvent(() => listener.onResync?.())
  useEffect(
    () =>
      listenToLeads({
        onLead: (event) => onLead(event),
        onRemoved: (leadId) => onRemoved(leadId),
        onResync: () => onResync(),
      }),
    [],
  )
}
