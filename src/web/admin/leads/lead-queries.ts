import type { LeadDetails } from '#/contracts/leads/inbox.ts'
import type { LeadStats } from '#/contracts/leads/lead-stats.ts'
import { apiPaths, leadPath } from '#/contracts/routes.ts'
import { useServerData } from '../shell/server-data.ts'

/** The counts of the cards. */
export const useLeadStats = () => useServerData<LeadStats>(apiPaths.leadStats)

/** The path of a lead's details, which is their key in the cache. */
export const detailsPath = (leadId: number) => leadPath(apiPaths.lead, leadId)

/** A lead with everything that the server knows of it. */
export const useLeadDetails = (leadId: number) =>
  useServerData<LeadDetails>(detailsPath(leadId), { staleTime: 0 })
