import { serviceLabel } from '#/content/service-label.ts'
import type { Lateness } from '#/contracts/leads/lead-stage.ts'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import { urgentServiceId } from '#/contracts/site/services.ts'
import { Icon } from '../../ui/icon.tsx'

/** The label of a service; an emergency stands out by an icon and a colour. */
export function ServiceName({ service }: { service: string }) {
  if (service !== urgentServiceId) return serviceLabel(service)
  return (
    <span className="emergency">
      <Icon name="siren" />
      {serviceLabel(service)}
    </span>
  )
}

/** How pressing a new lead is. One that was answered and marked new again waits for no first answer. */
export type Urgency = Lateness | 'again'

/** How pressing a lead is: one that is answered, or that a contractor has, is not. */
export function urgencyOf({ isContacted, firstContactedAt, lateness }: LeadEntry): Urgency {
  return !isContacted && firstContactedAt ? 'again' : lateness
}

const badges: Record<Urgency, { text: string; tone: 'new' | 'late' | 'bad'; title?: string }> = {
  fine: { text: 'New', tone: 'new' },
  late: {
    text: 'New, late',
    tone: 'late',
    title: 'Half of the 24 business hours promised for an answer have passed',
  },
  overdue: {
    text: 'New, overdue',
    tone: 'bad',
    title: 'The 24 business hours promised for an answer have passed',
  },
  again: { text: 'New again', tone: 'new', title: 'It was answered, then marked new again' },
}

/** The status of a lead, and how pressing it is. */
export function StatusBadge({ isContacted, urgency }: { isContacted: boolean; urgency: Urgency }) {
  if (isContacted) return <span className="state-mark">Contacted</span>
  const { text, tone, title } = badges[urgency]
  return (
    <span className="state-mark" data-tone={tone} title={title}>
      {text}
    </span>
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
