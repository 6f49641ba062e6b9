import { api, pathTo } from '#/contracts/endpoints/api.ts'
import { useData } from '../shell/use-api.ts'

/** The counts of the cards. */
export const useLeadStats = () => useData(api.leadStats)

/** The path of a lead's details, which is their key in the cache. */
export const detailsPath = (leadId: number) => pathTo(api.lead, { leadId })

/** A lead with everything that the server knows of it. */
export const useLeadDetails = (leadId: number) => useData(api.lead, { leadId }, { staleTime: 0 })
