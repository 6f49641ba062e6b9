import { type Query, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { LeadDetails } from '#/contracts/leads/inbox.ts'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import { apiPaths, leadPath } from '#/contracts/routes.ts'
import { request } from '../../../request.ts'
import { showToast } from '../../../ui/show-toast.ts'
import { useSite } from '../../../words.ts'
import {
  announceLead,
  announceOwnStatus,
  announceResync,
  expectStatus,
} from '../live/live-store.ts'
import { leadDetailsKey } from '../panel/use-lead-details.ts'
import { type LeadStatsAnswer, leadStatsKey } from '../use-inbox-counts.ts'
import { settleStatus, showStatusAhead, withShownStatus } from './shown-status.ts'

/** One that hangs would hold up every later change. */
const timeoutMs = 20_000

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

function showInDetails(client: QueryClient, { id, isContacted }: LeadEntry) {
  client.setQueryData<{ data: LeadDetails }>(
    leadDetailsKey(id),
    (answer) => answer && { data: { ...answer.data, isContacted } },
  )
}

/**
 * What a status changes and the page does not know by itself: how fast leads are answered, the lead's
 * history, and how many there are of a status.
 */
const dependsOnStatus = (leadId: number) => {
  const details = leadDetailsKey(leadId)[0]
  return ({ queryKey: [key] }: Query) => {
    const [path = '', filters = ''] = String(key).split('?')
    return (
      path === apiPaths.leadSpeed ||
      path === details ||
      (path === apiPaths.leadCount && new URLSearchParams(filters).has('status'))
    )
  }
}

/**
 * Marks a lead contacted or new: on the page at once, and back again if the server refuses.
 * `onShow` puts the lead as it now looks into the list. The answer is announced to every list: by then
 * another one may be open.
 */
export function useLeadStatus(onShow: (lead: LeadEntry) => void) {
  const { apiBaseUrl } = useSite()
  const client = useQueryClient()

  const { mutate } = useMutation({
    // One after the other: two changes of one lead must not overtake each other.
    scope: { id: 'lead status' },
    mutationFn: ({ lead, isContacted }: Change) =>
      request<{ data: LeadEntry }>('PATCH', leadPath(apiPaths.leadContactStatus, lead.id), {
        apiBaseUrl,
        body: { isContacted },
        signal: AbortSignal.timeout(timeoutMs),
      }),
    onSuccess: ({ data }) => {
      settleStatus(data.id, data.isContacted)
      showInDetails(client, withShownStatus(data))
      announceOwnStatus({ lead: data, isNew: false })
      void client.invalidateQueries({ predicate: dependsOnStatus(data.id) })
      showToast({ title: 'Success', text: 'Lead status updated successfully', tone: 'default' })
    },
    onError: (_error, { lead }) => {
      const stored = { ...lead, isContacted: settleStatus(lead.id) ?? lead.isContacted }
      showInDetails(client, withShownStatus(stored))
      announceLead({ lead: stored, isNew: false })
      // The change may have been made, and only its answer lost.
      announceResync()
      showToast({ title: 'Error', text: 'Failed to update lead status', tone: 'destructive' })
    },
  })

  return useCallback(
    (lead: LeadEntry) => {
      const isContacted = !lead.isContacted
      showStatusAhead(lead, isContacted)
      expectStatus(lead.id, isContacted)
      const changed = { ...lead, isContacted }
      showInDetails(client, changed)
      onShow(changed)
      moveCounts(client, { lead, isContacted })
      mutate({ lead, isContacted })
    },
    [mutate, onShow, client],
  )
}
