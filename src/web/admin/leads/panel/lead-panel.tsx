import type { ComponentType } from 'react'
import type { LeadEntry } from '#/contracts/leads.ts'
import { LeadDeliveries } from '../../notifications/lead-deliveries.tsx'
import { Failure } from '../../shell/failure.tsx'
import { hasStatus } from '../../shell/query-client.ts'
import { StatusBadge, urgencyOf } from '../list/status-badge.tsx'
import { useLeadSpeed } from '../use-inbox-counts.ts'
import { LeadAttribution } from './lead-attribution.tsx'
import { LeadConsent } from './lead-consent.tsx'
import { LeadErasure } from './lead-erasure.tsx'
import { LeadFacts } from './lead-facts.tsx'
import { LeadHistory } from './lead-history.tsx'
import { LeadNotes } from './lead-notes.tsx'
import { LeadQuarantine, QuarantineButton } from './lead-quarantine.tsx'
import { PanelFrame } from './panel-frame.tsx'
import { RelatedLeads } from './related-leads.tsx'
import type { SectionProps } from './section-props.ts'
import { useLeadDetails } from './use-lead-details.ts'

/** The panel from top to bottom, below what the visitor sent. */
const sections: Record<string, ComponentType<SectionProps>> = {
  notes: LeadNotes,
  related: RelatedLeads,
  deliveries: ({ lead }) => (
    <div className="panel-section">
      <LeadDeliveries leadId={lead.id} />
    </div>
  ),
  history: LeadHistory,
  attribution: LeadAttribution,
  consent: LeadConsent,
  erasure: LeadErasure,
}

type LeadPanelProps = Omit<SectionProps, 'lead'> & {
  leadId: number
  /** What the list knows of it already. */
  entry: LeadEntry | undefined
  onClose: () => void
  onToggle: (lead: LeadEntry) => void
}

/** One lead with everything that is known of it and can be done with it. */
export function LeadPanel({ leadId, entry, onClose, onToggle, ...rest }: LeadPanelProps) {
  const details = useLeadDetails(leadId)
  const speed = useLeadSpeed().data
  const lead = entry ?? details.data
  const isGone = hasStatus(details.error, 404)
  return (
    <PanelFrame
      heading={isGone || !lead ? `Lead ${leadId}` : <bdi>{lead.name}</bdi>}
      onClose={onClose}
    >
      {isGone && <p className="panel-section">This lead is not there any more.</p>}
      {details.isError && !isGone && (
        <Failure
          text="Failed to fetch leads"
          isRetrying={details.isFetching}
          onRetry={() => void details.refetch()}
        />
      )}
      {!isGone && lead && (
        <>
          <div className="panel-status">
            <StatusBadge isContacted={lead.isContacted} urgency={urgencyOf(lead, speed)} />
            {lead.isQuarantined && <span className="badge">Quarantined</span>}
            {!lead.isQuarantined && <QuarantineButton lead={lead} onChanged={rest.onChanged} />}
            <button className="status-toggle" type="button" onClick={() => onToggle(lead)}>
              {lead.isContacted ? 'Mark New' : 'Mark Contacted'}
            </button>
          </div>
          {details.data && <LeadQuarantine lead={details.data} {...rest} />}
          <LeadFacts lead={lead} details={details.data} />
        </>
      )}
      {!isGone &&
        details.data &&
        Object.entries(sections).map(([name, Section]) => (
          <Section key={name} lead={details.data} {...rest} />
        ))}
      {!isGone && !details.data && !details.isError && (
        <p className="panel-section" role="status">
          Loading...
        </p>
      )}
    </PanelFrame>
  )
}
