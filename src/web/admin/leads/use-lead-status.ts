import { useIsMutating, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { LeadDetails } from '#/contracts/leads/inbox.ts'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import { apiPaths, leadPath } from '#/contracts/routes.ts'
import { useChange } from '../shell/server-data.ts'
import { detailsPath } from './lead-queries.ts'

const key = 'lead status'
const filters = { mutationKey: [key], status: 'pending' } as const

type StatusChange = { leadId: number; isContacted: boolean; isUndo?: boolean }

/** A lead as the page shows it: with a status ahead of the server until its change has its answer. */
export function useShownStatus(): <Lead extends LeadEntry>(lead: Lead) => Lead {
  const pending = useMutationState({
    filters,
    select: ({ state }) => state.variables as StatusChange,
  })
  return useCallback(
    (lead) => {
      const last = pending.findLast(({ leadId }) => leadId === lead.id)
      if (!last) return lead
      const { isContacted } = last
      // A first answer ends the time that was promised for it.
      return {
        ...lead,
        isContacted,
        ...(isContacted && lead.stage === 'new' && { lateness: 'fine' }),
      }
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
  const isPending = useIsMutating(filters) > 0
  useEffect(() => {
    if (!isPending) return
    addEventListener('beforeunload', askFirst)
    return () => removeEventListener('beforeunload', askFirst)
  }, [isPending])
}

/**
 * Marks a lead contacted or new: on the page at once, and back again if the server refuses. Until the
 * lists are fetched again the change is pending, so that no older answer shows.
 */
export function useLeadStatus() {
  const { mutate } = useChange<StatusChange>({
    call: ({ leadId, ...body }) => ({
      method: 'PATCH',
      path: leadPath(apiPaths.leadContactStatus, leadId),
      body,
    }),
    undo: ({ leadId, isContacted, isUndo }) =>
      isUndo ? undefined : { leadId, isContacted: !isContacted, isUndo: true },
    key,
    success: 'Lead status updated successfully',
    failure: 'Failed to update lead status',
    hidesReason: true,
    refetches: [apiPaths.leads],
  })
  return useCallback(
    ({ id, isContacted }: LeadEntry) => mutate({ leadId: id, isContacted: !isContacted }),
    [mutate],
  )
}
