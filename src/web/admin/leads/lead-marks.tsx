import { business } from '#/content/business.ts'
import { serviceLabel } from '#/content/service-label.ts'
import { waitsForTexts } from '#/content/stages.ts'
import type { Clock, Lateness } from '#/contracts/leads/lead-stage.ts'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import { urgentServiceId } from '#/contracts/site/services.ts'
import { durationText } from '../../dates.ts'
import { Icon } from '../../ui/icon.tsx'
import { ShortTime, StageText } from '../shell/times.tsx'

type ServiceProps = { service: string; isUrgent?: boolean }

/** The label of a service; an emergency stands out by an icon, a colour and the word. */
export function ServiceName({ service, isUrgent = service === urgentServiceId }: ServiceProps) {
  if (!isUrgent) return serviceLabel(service)
  return (
    <span className="emergency">
      <Icon name="siren" />
      {service === urgentServiceId ? serviceLabel(service) : `Emergency: ${serviceLabel(service)}`}
    </span>
  )
}

/** How pressing a new lead is. One that was answered and marked new again waits for no first answer. */
export type Urgency = Lateness | 'again'

/** How pressing a lead is: one that is answered, or that a contractor has, is not. */
export function urgencyOf({ isContacted, firstContactedAt, lateness }: LeadEntry): Urgency {
  return !isContacted && firstContactedAt ? 'again' : lateness
}

/** True for a lead that nobody has to answer: a contractor has it, or it is over. */
const isSettled = ({ stage, waitsFor }: LeadEntry) => stage === 'matched' || waitsFor === 'nobody'

/** The classes of a row that somebody waits in: for us, and for how long. */
export function pressing(lead: LeadEntry): string[] {
  const isNew = !lead.isContacted && !isSettled(lead)
  if (!isNew && lead.stage !== 'nobody-left') return []
  return ['lead-new', `lead-${isNew ? urgencyOf(lead) : lead.lateness}`]
}

/** Why a lead is late or overdue: how long it has waited, by the clock that it runs by. */
function lateTitle(lateness: 'late' | 'overdue', clock: Clock): string {
  const { usual, emergency } = business.waitLimits
  const limit = clock === 'wall' ? emergency : usual
  const minutes = lateness === 'late' ? limit.lateAfterMinutes : limit.overdueAfterMinutes
  const named = clock === 'wall' ? 'by the clock, as an emergency' : 'of opening hours'
  return `It has waited for more than ${durationText(minutes)} ${named}`
}

const badges: Record<Urgency, { text: string; tone: 'new' | 'late' | 'bad' }> = {
  fine: { text: 'New', tone: 'new' },
  late: { text: 'New, late', tone: 'late' },
  overdue: { text: 'New, overdue', tone: 'bad' },
  again: { text: 'New again', tone: 'new' },
}

function titleOf(urgency: Urgency, clock: Clock): string | undefined {
  if (urgency === 'fine') return undefined
  return urgency === 'again' ? 'It was answered, then marked new again' : lateTitle(urgency, clock)
}

/** New or Contacted, and how pressing it is. */
export function StatusBadge({ lead }: { lead: LeadEntry }) {
  if (lead.isContacted) return <span className="state-mark">Contacted</span>
  if (isSettled(lead)) return <span className="state-mark">New</span>
  const urgency = urgencyOf(lead)
  const { text, tone } = badges[urgency]
  return (
    <span className="state-mark" data-tone={tone} title={titleOf(urgency, lead.clock)}>
      {text}
    </span>
  )
}

/** The colour of a stage: blue where it waits for us, orange and red where it does so too long. */
function toneOf({ waitsFor, lateness }: LeadEntry) {
  if (lateness === 'overdue') return 'bad'
  if (lateness === 'late') return 'late'
  return waitsFor === 'us' ? 'us' : undefined
}

/** How far a lead has come, whom it waits for and since when. */
export function StageLines({ lead }: { lead: LeadEntry }) {
  const { stage, waitsFor, isContacted, lateness, clock } = lead
  // That a new lead is new, and how late, its status says.
  const isBackLate = isContacted && lateness !== 'fine'
  const isPlainNew = stage === 'new' && waitsFor === 'us' && !isContacted
  return (
    <p className="stage" data-tone={toneOf(lead)}>
      {!isPlainNew && <StageText lead={lead} />}{' '}
      <span className="stage-waits">
        {waitsFor !== 'nobody' && `${waitsForTexts[waitsFor]}, `}
        <ShortTime at={lead.since} />
        {isBackLate && (
          <>
            {', '}
            <strong title={lateTitle(lateness, clock)}>{lateness}</strong>
          </>
        )}
      </span>
    </p>
  )
}

type ToggleProps = { lead: LeadEntry; onToggle: (lead: LeadEntry) => void }

/** Marks a lead contacted, or new again. */
export function StatusToggle({ lead, onToggle }: ToggleProps) {
  return (
    <button className="row-button" type="button" onClick={() => onToggle(lead)}>
      {lead.isContacted ? 'Mark New' : 'Mark Contacted'}
      <span className="hidden-text">: {lead.name}</span>
    </button>
  )
}
