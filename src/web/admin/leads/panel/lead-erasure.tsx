import { EraseData } from '../settings/erase-data.tsx'
import { PanelSection } from './panel-section.tsx'
import type { SectionProps } from './section-props.ts'

/** Erases the data of the person who sent this request. */
export function LeadErasure({ lead }: SectionProps) {
  return (
    <PanelSection heading="Erase this person’s data">
      <p className="by">
        Deletes every request with this email address or phone number, with its notes. It cannot be
        undone; that it was done is recorded, without the data.
      </p>
      <EraseData target={{ leadId: lead.id }} />
    </PanelSection>
  )
}
