import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { LeadDetails } from '#/contracts/leads/inbox.ts'
import { apiPaths, leadPath } from '#/contracts/routes.ts'
import { useServerData } from '../../shell/server-data.ts'
import { withShownStatus } from '../list/shown-status.ts'
import { useLeadEvents } from '../live/use-live.ts'

/** A held arrow key opens lead after lead: only one that stays open this long is fetched. */
const settleMs = 90

/** The cache's key of a lead's details. */
export const leadDetailsKey = (leadId: number) => [leadPath(apiPaths.lead, leadId)] as const

/** A lead with everything that the server knows of it, fetched again as leads change. */
export function useLeadDetails(leadId: number) {
  const client = useQueryClient()
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setSettled, settleMs, true)
    return () => clearTimeout(timer)
  }, [])

  const fetchAgain = () => void client.invalidateQueries({ queryKey: leadDetailsKey(leadId) })
  useLeadEvents({
    // For other leads too: this one may be related to them.
    onLead: fetchAgain,
    onRemoved: fetchAgain,
    onResync: fetchAgain,
  })

  return useServerData<LeadDetails>(leadPath(apiPaths.lead, leadId), {
    enabled: isSettled,
    staleTime: 0,
  })
}

/** Answers the details of a lead as the panel shows them, if they were fetched. */
export function useFetchedLead() {
  const client = useQueryClient()
  return (leadId: number) => {
    const answer = client.getQueryData<{ data: LeadDetails }>(leadDetailsKey(leadId))
    return answer && withShownStatus(answer.data)
  }
}
