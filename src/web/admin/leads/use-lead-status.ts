import {
  type InfiniteData,
  useIsMutating,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { LeadDetails, LeadPage } from '#/contracts/leads/inbox.ts'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import { apiPaths, leadPath } from '#/contracts/routes.ts'
import { request } from '../../request.ts'
import { showToast } from '../../ui/show-toast.ts'
import { useSite } from '../../words.ts'
import { refetch } from '../shell/server-data.ts'
import { detailsPath } from './lead-queries.ts'

/** One that hangs would hold up every later change. */
const timeoutMs = 20_000

const mutationKey = ['lead status']

type Change = { leadId: number; isContacted: boolean }

/** A lead as the page shows it: with a status ahead of the server until its change has its answer. */
export function useShownStatus(): <Lead extends LeadEntry>(lead: Lead) => Lead {
  const pending = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Change,
  })
  return useCallback(
    (lead) => {
      const last = pending.findLast(({ leadId }) => leadId === lead.id)
      return last ? { ...lead, isContacted: last.isContacted } : lead
    },
    [pending],
  )
}

/** Reads the details of a lead as the page shows them, if they were fetched. */
export function useFetchedLead() {
  const client = useQueryClient()
  const withStatus = useShownStatus()
  return (leadId: number) => {
    const answer = client.getQueryData<{ data: LeadDetails }>([detailsPath(leadId)])
    return answer && withStatus(answer.data)
  }
}

const askFirst = (event: BeforeUnloadEvent) => event.preventDefault()

/** While a change has no answer, closing the page may lose it: the browser asks first. */
export function useAskBeforeLeaving(): void {
  const isPending = useIsMutating({ mutationKey }) > 0
  useEffect(() => {
    if (!isPending) return
    addEventListener('beforeunload', askFirst)
    return () => removeEventListener('beforeunload', askFirst)
  }, [isPending])
}

/** Puts a lead into what was fetched of the lists. */
const withLead = (list: InfiniteData<LeadPage> | undefined, lead: LeadEntry) =>
  list && {
    ...list,
    pages: list.pages.map((page) => ({
      ...page,
      data: page.data.map((row) => (row.id === lead.id ? lead : row)),
    })),
  }

/** Marks a lead contacted or new: on the page at once, and back again if the server refuses. */
export function useLeadStatus() {
  const { apiBaseUrl } = useSite()
  const client = useQueryClient()

  const { mutate } = useMutation({
    mutationKey,
    // One after the other: two changes of one lead must not overtake each other.
    scope: { id: 'lead status' },
    mutationFn: ({ leadId, isContacted }: Change) =>
      request<{ data: LeadEntry }>('PATCH', leadPath(apiPaths.leadContactStatus, leadId), {
        apiBaseUrl,
        body: { isContacted },
        signal: AbortSignal.timeout(timeoutMs),
      }),
    onSuccess: ({ data }) => {
      client.setQueriesData<InfiniteData<LeadPage>>(
        { predicate: ({ queryKey }) => queryKey[0] === apiPaths.leads },
        (list) => withLead(list, data),
      )
      client.setQueryData<{ data: LeadDetails }>(
        [detailsPath(data.id)],
        (answer) => answer && { data: { ...answer.data, isContacted: data.isContacted } },
      )
      showToast({ title: 'Success', text: 'Lead status updated successfully', tone: 'default' })
    },
    onError: () =>
      showToast({ title: 'Error', text: 'Failed to update lead status', tone: 'destructive' }),
    // What is being fetched may be older than the change; and one that failed may have been made,
    // and only its answer lost.
    onSettled: () => void refetch(client, [apiPaths.leads]),
  })

  return useCallback(
    ({ id, isContacted }: LeadEntry) => mutate({ leadId: id, isContacted: !isContacted }),
    [mutate],
  )
}
