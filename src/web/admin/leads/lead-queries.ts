import { useEffect, useState } from 'react'
import type { LeadDetails } from '#/contracts/leads/inbox.ts'
import type { LeadSpeed, LeadStats } from '#/contracts/leads/lead-stats.ts'
import { apiPaths, leadPath } from '#/contracts/routes.ts'
import { useServerData } from '../shell/server-data.ts'

/** The counts of the cards. */
export const useLeadStats = () => useServerData<LeadStats>(apiPaths.leadStats)

/** How fast leads are answered, and since when a new one is late. */
export const useLeadSpeed = () => useServerData<LeadSpeed>(apiPaths.leadSpeed)

/** A held arrow key opens lead after lead: only one that stays open this long is fetched. */
const settleMs = 90

/** The path of a lead's details, which is their key in the cache. */
export const detailsPath = (leadId: number) => leadPath(apiPaths.lead, leadId)

/** A lead with everything that the server knows of it. */
export function useLeadDetails(leadId: number) {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setSettled, settleMs, true)
    return () => clearTimeout(timer)
  }, [])
  return useServerData<LeadDetails>(detailsPath(leadId), { enabled: isSettled, staleTime: 0 })
}
