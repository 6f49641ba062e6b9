import { type ComponentType, useEffect, useState } from 'react'
import { api } from '#/contracts/endpoints/api.ts'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import type { OpenedLead } from '#/contracts/notifications/deliveries.ts'
import { ErrorBoundary } from '#/web/ui/error-boundary.tsx'
import { hasStatus } from '../../../request.ts'
import { Button } from '../../../ui/button.tsx'
import { TextList } from '../../../ui/lists.tsx'
import {
  goInPanel,
  PanelFrame,
  panelHeadingId,
  type SectionProps,
} from '../../shell/panel-frame.tsx'
import { Fetched } from '../../shell/query-states.tsx'
import { useData } from '../../shell/use-api.ts'
import { LeadState } from '../lead-marks.tsx'
import { LeadReminder, NextStep, QuarantineButton } from '../lead-steps.tsx'
import { LeadContact, LeadFacts } from './lead-facts.tsx'
import { LeadCorrection } from './lead-form.tsx'
import { writeNoteDraft } from './lead-notes.tsx'

/** The sections of the panel below the lead's fields, from top to bottom. */
export type PanelSections = Record<string, ComponentType<SectionProps>>

type LeadPanelProps = Pick<SectionProps, 'onOpen'> & {
  leadId: number
  /** From the list, if the list has loaded it: shown until the details are fetched. */
  entry: LeadEntry | undefined
  sections: PanelSections
  /** The part of the panel for which it was opened; another object each time. */
  goal: { id: string } | undefined
  onClose: () => void
  /** Opens the lead below or above in the list: 1 is down, -1 is up. */
  onMove: (step: 1 | -1) => void
}

/** What was sent becomes of it without the owner, who may wait for it: it is read again this often. */
const everyMs = 10_000

/** What stands in place of a lead that cannot be shown: what the list knows, to call the person. */
function BrokenLead({ entry }: Pick<LeadPanelProps, 'entry'>) {
  return (
    <div className="panel-section" role="alert">
      <p>This request couldn’t be displayed. Nothing was lost.</p>
      {entry && <LeadContact lead={entry} />}
      <Button look="line" onPress={() => location.reload()}>
        Load the page again
      </Button>
    </div>
  )
}

/** The panel of one lead: everything that is known of it, and everything that can be done with it. */
export function LeadPanel(props: LeadPanelProps) {
  const { leadId, entry, sections, goal, onClose, onMove, onOpen } = props
  const details = useData(
    api.lead,
    { leadId },
    { staleTime: 0, refetchOnWindowFocus: 'always', refetchInterval: everyMs },
  )
  const { data } = details
  const lead = entry ?? data
  const isGone = hasStatus(details.error, 404)
  const isThere = data !== undefined

  // What is typed before the field is there is typed nowhere.
  useEffect(() => {
    if (goal) goInPanel(isThere ? goal.id : panelHeadingId)
  }, [goal, isThere])

  return (
    <PanelFrame
      heading={lead && !isGone ? <bdi>{lead.name}</bdi> : `Request ${leadId}`}
      shownId={leadId}
      onClose={onClose}
      onMove={onMove}
    >
      <ErrorBoundary key={leadId} fallback={<BrokenLead entry={entry} />}>
        {isGone ? (
          <GoneLead leadId={leadId} />
        ) : (
          <>
            {lead && (
              <>
                <LeadContact lead={lead} />
                <div className="row panel-status">
                  <LeadState lead={lead} />
                  <NextStep lead={lead} className="btn next-step" onGo={goInPanel} />
                  <LeadReminder lead={lead} />
                  {!lead.isQuarantined && <QuarantineButton lead={lead} />}
                </div>
              </>
            )}
            <Fetched query={details} failure="Failed to fetch this request">
              {(whole) => (
                <>
                  <LeadQuarantine lead={whole} />
                  <FactsOrCorrection lead={whole} />
                  {Object.entries(sections).map(([name, Section]) => (
                    <Section key={name} lead={whole} onOpen={onOpen} />
                  ))}
                </>
              )}
            </Fetched>
          </>
        )}
      </ErrorBoundary>
    </PanelFrame>
  )
}

/** The fields of the lead, or the form that corrects them. */
function FactsOrCorrection({ lead }: { lead: OpenedLead }) {
  const [isCorrecting, setCorrecting] = useState(false)
  if (isCorrecting) return <LeadCorrection lead={lead} onDone={() => setCorrecting(false)} />
  return (
    <>
      <LeadFacts lead={lead} />
      <p className="panel-correct">
        <Button look="text" onPress={() => setCorrecting(true)}>
          Edit
        </Button>
      </p>
    </>
  )
}

function GoneLead({ leadId }: { leadId: number }) {
  // Perhaps it went while this page was closed. What was typed for it is about the person, too.
  useEffect(() => writeNoteDraft(leadId, ''), [leadId])
  return <p className="panel-section">This request no longer exists.</p>
}

/** Why a lead is or was in quarantine; nothing for one that never was. */
function LeadQuarantine({ lead }: { lead: OpenedLead }) {
  const { isQuarantined, quarantineReasons: reasons } = lead
  if (!isQuarantined && reasons.length === 0) return null
  return (
    <section className="panel-section" aria-label="Held as spam">
      <p>
        {isQuarantined
          ? 'This request is held as spam, and no contractor is asked. If it’s real, mark it as a real request.'
          : 'This request was held as spam until someone marked it as real.'}
        {reasons.length === 0 && ' Someone marked it as spam by hand.'}
      </p>
      <TextList look="bullets" items={reasons} />
      {isQuarantined && <QuarantineButton lead={lead} />}
    </section>
  )
}
