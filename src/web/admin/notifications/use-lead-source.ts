import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { LeadSourceSettings } from '#/contracts/notifications.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { useChange } from './use-change.ts'

const queryKey = [apiPaths.leadSourceSettings]

/** The message of the mails' section 'Lead Source Information'. */
export function useLeadSource() {
  return useQuery({
    queryKey,
    select: (answer: { data: LeadSourceSettings }) => answer.data.message,
  })
}

/** Stores the message. */
export function useSaveLeadSource() {
  const client = useQueryClient()
  return useChange<string, { data: LeadSourceSettings }>({
    call: (message) => ({ method: 'POST', path: apiPaths.leadSourceSettings, body: { message } }),
    success: 'Lead source message updated successfully',
    failure: 'Failed to update lead source message',
    refetches: [{ queryKey }],
    onAnswer: (answer) => client.setQueryData(queryKey, answer),
  })
}
