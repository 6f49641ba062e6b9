import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { LeadDetails } from '#/contracts/inbox.ts'
import type { LeadEntry } from '#/contracts/leads.ts'
import { apiPaths, leadPath } from '#/contracts/routes.ts'
import { request } from '../../../request.ts'
import { showToast } from '../../../ui/show-toast.ts'
import { useSite } from '../../../words.ts'
import { leadDetailsKey } from '../panel/use-lead-details.ts'
import { type LeadStatsAnswer, leadStatsKey } from '../use-inbox-counts.ts'

/**
 * The statuses that the page shows ahead of the server, by lead. What the server says of such a lead
 * meanwhile is older than what its owner did last, and is shown if that fails.
 */
const shown = new Map<number, { isContacted: boolean; told?: boolean | undefined }>()

/** Shows a status ahead of the server. */
function showStatusAhead(leadId: number, isContacted: boolean): void {
  shown.set(leadId, { isContacted, told: shown.get(leadId)?.told })
}

/**
 * From now on the server's word counts, unless the status was changed once more since. Answers what
 * the server has said meanwhile, if it has.
 */
function stopShowingStatus(leadId: number, isContacted: boolean): boolean | undefined {
  const ahead = shown.get(leadId)
  if (ahead?.isContacted === isContacted) shown.delete(leadId)
  return ahead?.told
}

/** The lead, as the server says that it is, with the status that the page shows. */
export function withShownStatus(lead: LeadEntry): LeadEntry {
  const ahead = shown.get(lead.id)
  if (!ahead) return lead
  ahead.told = lead.isContacted
  return { ...lead, isContacted: ahead.isContacted }
}

type Change = { lead: LeadEntry; isContacted: boolean }

function moveCounts(client: QueryClient, { lead, isContacted }: Change) {
  if (lead.isQuarantined) return
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
}

/**
 * Marks a lead contacted or new: on the page at once, and back again if the server refuses.
 * `onShow` puts the lead as it now looks into whatever shows it.
 */
export function useLeadStatus(onShow: (lead: LeadEntry) => void) {
  const { apiBaseUrl } = useSite()
  const client = useQueryClient()

  const show = useCallback(
    (lead: LeadEntry) => {
      const { isContacted } = lead
      client.setQueryData<{ data: LeadDetails }>(
        leadDetailsKey(lead.id),
        (answer) => answer && { data: { ...answer.data, isContacted } },
      )
      onShow(lead)
    },
    [client, onShow],
  )

  const { mutate } = useMutation({
    // One after the other: two changes of one lead must not overtake each other.
    scope: { id: 'lead status' },
    mutationFn: ({ lead, isContacted }: Change) =>
      request<{ data: LeadEntry }>('PATCH', leadPath(apiPaths.leadContactStatus, lead.id), {
        apiBaseUrl,
        body: { isContacted },
      }),
    onSuccess: ({ data }, { isContacted }) => {
      stopShowingStatus(data.id, isContacted)
      show(withShownStatus(data))
      showToast({ title: 'Success', text: 'Lead status updated successfully', tone: 'default' })
    },
    onError: (_error, { lead, isContacted }) => {
      // The change may have been made, and only its answer lost.
      const told = stopShowingStatus(lead.id, isContacted) ?? lead.isContacted
      show(withShownStatus({ ...lead, isContacted: told }))
      if (told !== isContacted) moveCounts(client, { lead, isContacted: told })
      showToast({ title: 'Error', text: 'Failed to update lead status', tone: 'destructive' })
    },
    onSettled: (_data, _error, { lead }) => {
      void client.invalidateQueries({ queryKey: leadDetailsKey(lead.id) })
    },
  })

  return useCallback(
    (lead: LeadEntry) => {
      const isContacted = !lead.isContacted
      showStatusAhead(lead.id, isContacted)
      show({ ...lead, isContacted })
      moveCounts(client, { lead, isContacted })
      mutate({ lead, isContacted })
    },
    [mutate, show, client],
  )
}
