import { ExactTime } from '../exact-time.tsx'
import { serviceLabel } from '../service-label.ts'
import { PanelSection } from './panel-section.tsx'
import type { SectionProps } from './section-props.ts'

/** Other requests of the same person or house. */
export function RelatedLeads({ lead, onOpen }: SectionProps) {
  if (lead.related.length === 0) return null
  return (
    <PanelSection heading="Other requests of the same person or house">
      <ul className="related">
        {lead.related.map((other) => (
          <li key={other.id}>
            <button className="text-button" type="button" onClick={() => onOpen(other.id)}>
              {other.id} <bdi>{other.name}</bdi>
            </button>
            <span className="by">
              {serviceLabel(other.service)}, {other.isContacted ? 'contacted' : 'new'}
              {other.isQuarantined && ', in quarantine'}, same {other.shares.join(', ')},{' '}
              <ExactTime at={other.createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}
