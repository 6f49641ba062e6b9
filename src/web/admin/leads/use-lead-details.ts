import { useEffect, useState } from 'react'
import type { LeadDetails } from '#/contracts/leads/inbox.ts'
import { apiPaths, leadPath } from '#/contracts/routes.ts'
import { useServerData } from '../shell/server-data.ts'

/** A held arrow key opens lead after lead: only one that stays open this long is fetched. */
const settleMs = 90

/** The cache's key of a lead's details. */
export const leadDetailsKey = (leadId: number) => [leadPath(apiPaths.lead, leadId)] as const

/** A lead with everything that the server knows of it. */
export function useLeadDetails(leadId: number) {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setSettled, settleMs, true)
    return () => clearTimeout(timer)
  }, [])
  return useServerData<LeadDetails>(leadPath(apiPaths.lead, leadId), {
    enabled: isSettled,
    staleTime: 0,
  })
}
