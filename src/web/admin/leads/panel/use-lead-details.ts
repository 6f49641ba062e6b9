import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { LeadDetails } from '#/contracts/inbox.ts'
import { apiPaths, leadPath } from '#/contracts/routes.ts'
import { useLeadEvents } from '../live/use-live.ts'

/** Whoever holds an arrow key down goes by so fast that nothing needs to be fetched. */
const restMs = 90

/** The cache's key of everything that is known of a lead. */
export const leadDetailsKey = (leadId: number) => [leadPath(apiPaths.lead, leadId)] as const

/** Everything that is known of a lead, followed as it changes. */
export function useLeadDetails(leadId: number) {
  const client = useQueryClient()
  const [isResting, setResting] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setResting, restMs, true)
    return () => clearTimeout(timer)
  }, [])

  const fetchAgain = () => void client.invalidateQueries({ queryKey: leadDetailsKey(leadId) })
  useLeadEvents({
    // Another lead may be of the same person.
    onLead: fetchAgain,
    onRemoved: fetchAgain,
    onResync: fetchAgain,
  })

  return useQuery({
    queryKey: leadDetailsKey(leadId),
    select: (answer: { data: LeadDetails }) => answer.data,
    enabled: isResting,
    staleTime: 0,
  })
}
