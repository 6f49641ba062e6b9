import { useQueryClient } from '@tanstack/react-query'
import { readDraft, writeDraft } from '../../../drafts.ts'
import { hasStatus } from '../../shell/request-errors.ts'
import { useLeadEvents } from '../live/use-live.ts'
import { leadDetailsKey } from './use-lead-details.ts'

const keyOf = (leadId: number) => `note:${leadId}` as const

/** The note that was typed for a lead and not added; empty where there is none. */
export function readNoteDraft(leadId: number): string {
  return readDraft(keyOf(leadId)) ?? ''
}

/** Replaces the note that was typed for a lead and not added; an empty one is removed. */
export function writeNoteDraft(leadId: number, text: string): void {
  writeDraft(keyOf(leadId), text || undefined)
}

/** Removes what was typed for a lead when the lead is erased: it is about the person, too. */
export function useNoteDraftRemoval(): void {
  const client = useQueryClient()
  useLeadEvents({
    async onRemoved(leadId) {
      if (!readNoteDraft(leadId)) return
      // The same is told of a lead that has come into quarantine, whose note stays.
      const query = { queryKey: leadDetailsKey(leadId), staleTime: 0 }
      const outcome = await client.fetchQuery(query).catch((error: unknown) => error)
      if (hasStatus(outcome, 404)) writeNoteDraft(leadId, '')
    },
  })
}
