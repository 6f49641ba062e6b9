import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { LeadStats } from '#/contracts/lead-stats.ts'
import type { Lead } from '#/contracts/leads.ts'
import { apiPaths } from '#/contracts/routes.ts'

/** The cache's key of the list. */
export const leadsKey = [apiPaths.leads] as const

/** The cache's key of the counts. */
export const leadStatsKey = [apiPaths.leadStats] as const

/** The list as the API answers it. */
export type LeadsAnswer = { data: Lead[] }

/** The counts as the API answers them. */
export type LeadStatsAnswer = { data: LeadStats }

/** Every lead, newest first. */
export function useLeads() {
  return useQuery({ queryKey: leadsKey, select: (answer: LeadsAnswer) => answer.data })
}

/** The counts of the four cards. */
export function useLeadStats() {
  return useQuery({ queryKey: leadStatsKey, select: (answer: LeadStatsAnswer) => answer.data })
}

/** A function that fetches the list and the counts again. */
export function useRefetchLeads() {
  const client = useQueryClient()
  return () => {
    for (const queryKey of [leadsKey, leadStatsKey]) void client.invalidateQueries({ queryKey })
  }
}
