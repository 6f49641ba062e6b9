import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { LeadNote } from '#/contracts/inbox.ts'
import type { LeadEntry } from '#/contracts/leads.ts'
import { apiPaths, leadPath } from '#/contracts/routes.ts'
import { reasonOf, request } from '../../../request.ts'
import { showToast } from '../../../ui/show-toast.ts'
import { useSite } from '../../../words.ts'
import { leadDetailsKey } from './use-lead-details.ts'

const fail = (error: Error, text: string) =>
  showToast({ title: 'Error', text: reasonOf(error) ?? text, tone: 'destructive' })

/** Adds a note to a lead. */
export function useAddNote(leadId: number, onAdded: () => void) {
  const { apiBaseUrl } = useSite()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (text: string) =>
      request<{ data: LeadNote }>('POST', leadPath(apiPaths.leadNotes, leadId), {
        apiBaseUrl,
        body: { text },
      }),
    onSuccess: onAdded,
    onError: (error) => fail(error, 'Failed to add note'),
    onSettled: () => client.invalidateQueries({ queryKey: leadDetailsKey(leadId) }),
  })
}

/** Moves a lead into quarantine or out of it. */
export function useQuarantine(leadId: number, onChanged: (lead: LeadEntry) => void) {
  const { apiBaseUrl } = useSite()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (isQuarantined: boolean) => {
      const path = isQuarantined ? apiPaths.leadQuarantine : apiPaths.leadRelease
      return request<{ data: LeadEntry }>('POST', leadPath(path, leadId), { apiBaseUrl })
    },
    onSuccess: ({ data }) => {
      onChanged(data)
      const text = data.isQuarantined ? 'Moved to quarantine' : 'Made a lead'
      showToast({ title: 'Success', text, tone: 'default' })
    },
    onError: (error, isQuarantined) =>
      fail(error, isQuarantined ? 'Failed to quarantine lead' : 'Failed to release lead'),
    onSettled: () => client.invalidateQueries({ queryKey: leadDetailsKey(leadId) }),
  })
}
