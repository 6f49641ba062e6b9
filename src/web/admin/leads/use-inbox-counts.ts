import { useQuery } from '@tanstack/react-query'
import type { DatabaseSafety, JournalCount, LeadCount, LeadFilters } from '#/contracts/inbox.ts'
import type { LeadDaily, LeadSpeed, LeadStats } from '#/contracts/lead-stats.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { filterParams } from './list/lead-filters.ts'

/** The cache's key of the cards. */
export const leadStatsKey = [apiPaths.leadStats] as const

/** The cards as the API answers them. */
export type LeadStatsAnswer = { data: LeadStats }

/** What changes by itself as time goes on is fetched again after so long. */
export const driftMs = 5 * 60_000

/** The counts of the cards. */
export function useLeadStats() {
  return useQuery({
    queryKey: leadStatsKey,
    select: (answer: LeadStatsAnswer) => answer.data,
    refetchInterval: driftMs,
  })
}

/** When the journal is looked at again: soon while leads wait there, often only for a moment. */
const journalMs = { waiting: 2_000, empty: 30_000 }

/** How many leads are in the journal. */
export function useJournalCount() {
  return useQuery({
    queryKey: [apiPaths.leadJournal],
    select: (answer: { data: JournalCount }) => answer.data,
    refetchInterval: ({ state }) =>
      state.data && state.data.data.waiting > 0 ? journalMs.waiting : journalMs.empty,
  })
}

/** Whether the database may lose what it has committed. */
export function useDatabaseSafety() {
  return useQuery({
    queryKey: [apiPaths.databaseSafety],
    select: (answer: { data: DatabaseSafety }) => answer.data,
    refetchInterval: driftMs,
  })
}

/** How fast leads are answered, and since when a new one is late. */
export function useLeadSpeed() {
  return useQuery({
    queryKey: [apiPaths.leadSpeed],
    select: (answer: { data: LeadSpeed }) => answer.data,
    refetchInterval: driftMs,
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
