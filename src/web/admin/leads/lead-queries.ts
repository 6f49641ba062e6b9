import { api, pathTo } from '#/contracts/endpoints/api.ts'
import type { LeadDetails } from '#/contracts/leads/inbox.ts'
import type { LeadStats } from '#/contracts/leads/lead-stats.ts'
import { useServerData } from '../shell/server-data.ts'

/** The counts of the cards. */
export const useLeadStats = () => useServerData<LeadStats>(api.leadStats.path)

/** The path of a lead's details, which is their key in the cache. */
export const detailsPath = (leadId: number) => pathTo(api.lead, { leadId })

/** A lead with everything that the server knows of it. */
export const useLeadDetails = (leadId: number) =>
  useServerData<LeadDetails>(detailsPath(leadId), { staleTime: 0 })
