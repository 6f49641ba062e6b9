import { useQuery } from '@tanstack/react-query'
import type { LeadCount, LeadFilters } from '#/contracts/leads/inbox.ts'
import type { LeadDaily, LeadSpeed, LeadStats } from '#/contracts/leads/lead-stats.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { filterParams } from './lead-filters.ts'

/** The counts of the cards. */
export function useLeadStats() {
  return useQuery({
    queryKey: [apiPaths.leadStats],
    select: (answer: { data: LeadStats }) => answer.data,
  })
}

/** How fast leads are answered, and since when a new one is late. */
export function useLeadSpeed() {
  return useQuery({
    queryKey: [apiPaths.leadSpeed],
    select: (answer: { data: LeadSpeed }) => answer.data,
  })
}

/** Requests per day of the last thirty days. */
export function useLeadDaily(by: LeadDaily['by'], isWanted: boolean) {
  return useQuery({
    queryKey: [`${apiPaths.leadDaily}?by=${by}`],
    select: (answer: { data: LeadDaily }) => answer.data,
    placeholderData: (before) => before,
    enabled: isWanted,
  })
}

/** How many leads match. What was counted last stands until the next count is there. */
export function useLeadCount(filters: LeadFilters) {
  return useQuery({
    queryKey: [`${apiPaths.leadCount}?${filterParams(filters)}`],
    select: (answer: { data: LeadCount }) => answer.data,
    placeholderData: (before) => before,
  })
}

/** The sources that some lead has, most first. */
export function useLeadSources() {
  return useQuery({
    queryKey: [apiPaths.leadSources],
    select: (answer: { data: { source: string; count: number }[] }) => answer.data,
  })
}
