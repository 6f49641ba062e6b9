import type { LeadDetails } from '#/contracts/leads/inbox.ts'
import type { LeadSpeed, LeadStats } from '#/contracts/leads/lead-stats.ts'
import { apiPaths, leadPath } from '#/contracts/routes.ts'
import { useServerData } from '../shell/server-data.ts'

/** The counts of the cards. */
export const useLeadStats = () => useServerData<LeadStats>(apiPaths.leadStats)

/** How fast leads are answered, and since when a new one is late. */
export const useLeadSpeed = () => useServerData<LeadSpeed>(apiPaths.leadSpeed)

/** The path of a lead's details, which is their key in the cache. */
export const detailsPath = (leadId: number) => leadPath(apiPaths.lead, leadId)

/** A lead with everything that the server knows of it. */
export const useLeadDetails = (leadId: number) =>
  useServerData<LeadDetails>(detailsPath(leadId), { staleTime: 0 })
