import type { RefObject } from 'react'
import type { LeadDetails } from '#/contracts/inbox.ts'
import type { LeadEntry } from '#/contracts/leads.ts'

/** What a section of the panel is told. */
export type SectionProps = {
  lead: LeadDetails
  noteRef: RefObject<HTMLTextAreaElement | null>
  onOpen: (leadId: number) => void
  onChanged: (lead: LeadEntry) => void
}
