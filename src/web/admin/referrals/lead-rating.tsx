import { PanelSection, type SectionProps } from '../leads/panel/panel-frame.tsx'
import { RatingFacts } from './rating-facts.tsx'
import { useLeadRating } from './use-ratings.ts'

/** How it went, as the visitor says; nothing while they have not. */
export function LeadRating({ lead }: SectionProps) {
  const rating = useLeadRating(lead.id).data
  if (!rating) return null
  return (
    <PanelSection heading="Rating by the visitor" className="rating">
      <RatingFacts rating={rating} whose={lead.name} mayBeShown={!lead.isQuarantined} />
    </PanelSection>
  )
}
