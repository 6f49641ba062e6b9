import { type ComponentType, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { readablePhone, telHref } from '#/contracts/leads/contact-details.ts'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import { ErrorBoundary } from '#/web/ui/error-boundary.tsx'
import { PhoneNumber } from '../../../ui/phone-text.tsx'
import { PanelFrame, type SectionProps } from '../../shell/panel-frame.tsx'
import { Loading, QueryFailure } from '../../shell/query-states.tsx'
import { hasStatus } from '../../shell/request-errors.ts'
import { LeadState } from '../lead-marks.tsx'
import { useLeadDetails } from '../lead-queries.ts'
import { useShownStatus } from '../use-lead-status.ts'
import { LeadCorrection } from './lead-correction.tsx'
import { LeadContact, LeadFacts, type LeadFactsProps } from './lead-facts.tsx'
import { writeNoteDraft } from './lead-notes.tsx'
import { LeadQuarantine, QuarantineButton } from './lead-quarantine.tsx'
import { LeadReminder } from './lead-reminder.tsx'
import { NextStep } from './next-step.tsx'

/** The sections of the panel below the lead's fields, from top to bottom. */
export type PanelSections = Record<string, ComponentType<SectionProps>>

type LeadPanelProps = Pick<SectionProps, 'onOpen'> & {
  /** Opens the lead below or above in the list: 1 is down, -1 is up. */
  onMove: (step: 1 | -1) => void
  leadId: number
  /** From the list, if the list has loaded it: shown until the details are fetched. */
  entry: LeadEntry | undefined
  sections: PanelSections
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
            <a href={telHref(readablePhone(entry))}>
              Call <PhoneNumber number={readablePhone(entry)} />
            </a>
          </p>
        )}
        <button className="btn btn-line btn-small" type="button" onClick={() => location.reload()}>
          Load the page again
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

function OpenLead(props: LeadPanelProps) {
  const { leadId, entry, sections, onClose, onMove, onOpen, onToggle } = props
  const details = useLeadDetails(leadId)
  // What is fetched while a change of status is under way may be older than the change.
  const withStatus = useShownStatus()
  // It may leave the list before the details are there: what has the focus must stay.
  const [listed, setListed] = useState(entry)
  if (entry && entry !== listed) setListed(entry)
  const lead = entry ?? (details.data ? withStatus(details.data) : listed)
  if (hasStatus(details.error, 404)) return <GoneLead leadId={leadId} onClose={onClose} />
  return (
    <PanelFrame
      heading={lead ? <bdi>{lead.name}</bdi> : `Lead ${leadId}`}
      onClose={onClose}
      onMove={onMove}
    >
      <QueryFailure query={details} text="Failed to fetch this lead" />
      {lead && (
        <>
          <LeadContact lead={lead} />
          <div className="panel-status">
            <LeadState lead={lead} />
            <NextStep lead={lead} onToggle={onToggle} />
            <LeadReminder lead={lead} />
            {!lead.isQuarantined && <QuarantineButton lead={lead} />}
          </div>
          {details.data && <LeadQuarantine lead={details.data} />}
          <FactsOrCorrection lead={lead} details={details.data} />
        </>
      )}
      {details.isPending && <Loading />}
      {details.data &&
        Object.entries(sections).map(([name, Section]) => (
          <Section key={name} lead={details.data} onOpen={onOpen} />
        ))}
    </PanelFrame>
  )
}

/** The fields of the lead, or the form that corrects them. */
function FactsOrCorrection({ lead, details }: LeadFactsProps) {
  const [isCorrecting, setCorrecting] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  function close() {
    flushSync(() => setCorrecting(false))
    button.current?.focus()
  }
  if (isCorrecting && details) return <LeadCorrection lead={details} onDone={close} />
  return (
    <>
      <LeadFacts lead={lead} details={details} />
      <p className="panel-correct">
        <button
          ref={button}
          className="text-button"
          type="button"
          disabled={!details}
          onClick={() => setCorrecting(true)}
        >
          Correct
        </button>
      </p>
    </>
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
