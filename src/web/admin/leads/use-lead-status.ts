import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { apiPaths, leadPath } from '#/contracts/routes.ts'
import { request } from '../../request.ts'
import { showToast } from '../../ui/toast-store.ts'
import { useSite } from '../../words.ts'
import {
  type LeadStatsAnswer,
  type LeadsAnswer,
  leadStatsKey,
  leadsKey,
  useRefetchLeads,
} from './use-leads.ts'

/** A lead and the status that it is to have. */
export type StatusChange = { leadId: number; isContacted: boolean }

const mutationKey = ['lead status']

/** Changes what the page shows, ahead of the server. False where there was nothing to change. */
function showStatus(client: QueryClient, { leadId, isContacted }: StatusChange): boolean {
  const leads = client.getQueryData<LeadsAnswer>(leadsKey)?.data
  const lead = leads?.find(({ id }) => id === leadId)
  if (!leads || !lead || lead.isContacted === isContacted) return false
  client.setQueryData<LeadsAnswer>(leadsKey, {
    data: leads.map((each) => (each === lead ? { ...lead, isContacted } : each)),
  })
  const step = isContacted ? 1 : -1
  client.setQueryData<LeadStatsAnswer>(
    leadStatsKey,
    (stats) =>
      stats && {
        data: {
          ...stats.data,
          new: stats.data.new - step,
          contacted: stats.data.contacted + step,
        },
      },
  )
  return true
}

/** Marks a lead contacted or new: on the page at once, and back again if the server refuses. */
export function useLeadStatus() {
  const { apiBaseUrl } = useSite()
  const client = useQueryClient()
  const refetch = useRefetchLeads()
  return useMutation({
    mutationKey,
    // One after the other: two changes of one lead must not overtake each other.
    scope: { id: 'lead status' },
    mutationFn: ({ leadId, isContacted }: StatusChange) =>
      request('PATCH', leadPath(apiPaths.leadContactStatus, leadId), {
        apiBaseUrl,
        body: { isContacted },
      }),
    onMutate: async (change) => {
      // An answer that is under way would bring the old status back.
      await Promise.all(
        [leadsKey, leadStatsKey].map((queryKey) => client.cancelQueries({ queryKey })),
      )
      return { wasShown: showStatus(client, change) }
    },
    onSuccess: () =>
      showToast({ title: 'Success', text: 'Lead status updated successfully', tone: 'default' }),
    onError: (_error, { leadId, isContacted }, shown) => {
      // Only this lead: others may have been changed since.
      if (shown?.wasShown) showStatus(client, { leadId, isContacted: !isContacted })
      showToast({ title: 'Error', text: 'Failed to update lead status', tone: 'destructive' })
    },
    onSettled: () => {
      // The last of several fetches for all of them.
      if (client.isMutating({ mutationKey }) === 1) refetch()
    },
  })
}
