import { type ComponentType, useEffect } from 'react'
import { pageFailure } from '#/content/chrome.ts'
import { readablePhone, telHref } from '#/contracts/leads/contact-details.ts'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import { ErrorBoundary } from '#/web/ui/error-boundary.tsx'
import { PhoneNumber } from '../../../ui/phone-text.tsx'
import { LeadDeliveries } from '../../notifications/lead-deliveries.tsx'
import { LeadReferral } from '../../referrals/lead-referral.tsx'
import { LeadRating } from '../../referrals/rating-facts.tsx'
import { VisitorAdditions } from '../../referrals/visitor-additions.tsx'
import { WhoFits } from '../../referrals/who-fits.tsx'
import { Loading, QueryFailure } from '../../shell/query-states.tsx'
import { hasStatus } from '../../shell/request-errors.ts'
import { useShownStatus } from '../live/use-lead-status.ts'
import { EraseData } from '../settings/erase-data.tsx'
import { StatusBadge, urgencyOf } from '../status-badge.tsx'
import { useLeadSpeed } from '../use-inbox-counts.ts'
import { useLeadDetails } from '../use-lead-details.ts'
import { LeadFacts } from './lead-facts.tsx'
import { LeadHistory, RelatedLeads } from './lead-history.tsx'
import { LeadNotes } from './lead-notes.tsx'
import { LeadAttribution, LeadConsent } from './lead-origin.tsx'
import { LeadQuarantine, QuarantineButton } from './lead-quarantine.tsx'
import { writeNoteDraft } from './note-drafts.ts'
import { PanelFrame, PanelSection, type SectionProps } from './panel-frame.tsx'

/** The sections of the panel from top to bottom, below the lead's fields. */
const sections: Record<string, ComponentType<SectionProps>> = {
  additions: VisitorAdditions,
  contractors: WhoFits,
  referral: LeadReferral,
  rating: LeadRating,
  notes: LeadNotes,
  related: RelatedLeads,
  deliveries: ({ lead }) => (
    <div className="panel-section">
      <LeadDeliveries lead={lead} />
    </div>
  ),
  history: LeadHistory,
  attribution: LeadAttribution,
  consent: LeadConsent,
  erasure: LeadErasure,
}

type LeadPanelProps = Omit<SectionProps, 'lead'> & {
  leadId: number
  /** From the list, if the list has loaded it: shown until the details are fetched. */
  entry: LeadEntry | undefined
  onClose: () => void
  onToggle: (lead: LeadEntry) => void
}

/** What stands in place of a panel that cannot be shown: what the list knows, to call the person. */
function PanelFailure({ leadId, entry, onClose }: LeadPanelProps) {
  return (
    <PanelFrame heading={entry ? <bdi>{entry.name}</bdi> : `Lead ${leadId}`} onClose={onClose}>
      <div className="panel-section" role="alert">
        <p>This lead could not be displayed. Nothing was lost.</p>
        {entry && (
          <p>
            <a href={telHref(entry.phone)}>
              Call <PhoneNumber number={readablePhone(entry)} />
            </a>
          </p>
        )}
        <button className="btn btn-line btn-small" type="button" onClick={() => location.reload()}>
          {pageFailure.reload}
        </button>
      </div>
    </PanelFrame>
  )
}

/** The panel of one lead: everything that is known of it, and everything that can be done with it. */
export function LeadPanel(props: LeadPanelProps) {
  return (
    <ErrorBoundary fallback={<PanelFailure {...props} />}>
      <OpenLead {...props} />
    </ErrorBoundary>
  )
}

function OpenLead({ leadId, entry, onClose, onToggle, ...rest }: LeadPanelProps) {
  const details = useLeadDetails(leadId)
  const speed = useLeadSpeed().data
  // What is fetched while a change of status is under way may be older than the change.
  const withStatus = useShownStatus()
  const lead = entry ?? (details.data && withStatus(details.data))
  if (hasStatus(details.error, 404)) return <GoneLead leadId={leadId} onClose={onClose} />
  return (
    <PanelFrame heading={lead ? <bdi>{lead.name}</bdi> : `Lead ${leadId}`} onClose={onClose}>
      <QueryFailure query={details} text="Failed to fetch this lead" />
      {lead && (
        <>
          <div className="panel-status">
            <StatusBadge isContacted={lead.isContacted} urgency={urgencyOf(lead, speed)} />
            {lead.isQuarantined && <span className="badge">Quarantined</span>}
            {!lead.isQuarantined && <QuarantineButton lead={lead} />}
            <button className="status-toggle" type="button" onClick={() => onToggle(lead)}>
              {lead.isContacted ? 'Mark New' : 'Mark Contacted'}
            </button>
          </div>
          {details.data && <LeadQuarantine lead={details.data} />}
          <LeadFacts lead={lead} details={details.data} />
        </>
      )}
      {details.data &&
        Object.entries(sections).map(([name, Section]) => (
          <Section key={name} lead={details.data} {...rest} />
        ))}
      {!details.data && !details.isError && <Loading className="panel-section" />}
    </PanelFrame>
  )
}

function GoneLead({ leadId, onClose }: Pick<LeadPanelProps, 'leadId' | 'onClose'>) {
  // Perhaps it went while this page was closed. What was typed for it is about the person, too.
  useEffect(() => writeNoteDraft(leadId, ''), [leadId])
  return (
    <PanelFrame heading={`Lead ${leadId}`} onClose={onClose}>
      <p className="panel-section">This lead no longer exists.</p>
    </PanelFrame>
  )
}

function LeadErasure({ lead }: SectionProps) {
  return (
    <PanelSection heading="Erase this person’s data" className="erasure">
      <p className="by">
        Deletes every request with this email address or phone number, with its notes. This cannot
        be undone. A record that it happened is kept, without the data.
      </p>
      <EraseData target={{ leadId: lead.id }} />
    </PanelSection>
  )
}
