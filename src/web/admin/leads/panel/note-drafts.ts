import type { QueryClient } from '@tanstack/react-query'
import { readDraft, writeDraft } from '../../../browser-storage.ts'
import { hasStatus } from '../../shell/request-errors.ts'
import { leadDetailsKey } from '../use-lead-details.ts'

const keyOf = (leadId: number) => `note:${leadId}` as const

/** The leads for which a note was typed and not added, in this tab. */
const withDraft = new Set<number>()

/** The note that was typed for a lead and not added; empty where there is none. */
export function readNoteDraft(leadId: number): string {
  const draft = readDraft(keyOf(leadId)) ?? ''
  if (draft) withDraft.add(leadId)
  return draft
}

/** Replaces the note that was typed for a lead and not added; an empty one is removed. */
export function writeNoteDraft(leadId: number, text: string): void {
  writeDraft(keyOf(leadId), text || undefined)
  if (text) withDraft.add(leadId)
  else withDraft.delete(leadId)
}

/** Removes what was typed for leads that have been erased: it is about the person, too. */
export async function forgetDraftsOfErased(client: QueryClient): Promise<void> {
  for (const leadId of withDraft) {
    const query = { queryKey: leadDetailsKey(leadId), staleTime: 0 }
    const result = await client.fetchQuery(query).catch((error: unknown) => error)
    if (hasStatus(result, 404)) writeNoteDraft(leadId, '')
  }
}
