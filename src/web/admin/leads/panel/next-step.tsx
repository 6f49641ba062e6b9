import type { LeadEntry } from '#/contracts/leads/leads.ts'
import { panelSectionId } from '../../shell/panel-frame.tsx'
import { StatusToggle } from '../lead-marks.tsx'

type NextStepProps = { lead: LeadEntry; onToggle: (lead: LeadEntry) => void }

/** What the owner does next: answer a new lead, find it a contractor, or see to a call that did not come. */
type Step = 'answer' | 'ask' | 'check'

/** The next step of a lead; undefined where somebody else has to do something, or nobody. */
function stepOf(lead: LeadEntry): Step | undefined {
  if (lead.isQuarantined || lead.waitsFor !== 'us') return undefined
  if (!lead.isContacted) return 'answer'
  return lead.stage === 'matched' ? 'check' : 'ask'
}

const sections = {
  ask: { section: 'Who fits', text: 'Choose a contractor' },
  check: { section: 'Contractor', text: 'See about the call' },
} as const

function goTo(section: string) {
  const heading = document.getElementById(panelSectionId(section))
  heading?.scrollIntoView({ block: 'start' })
  heading?.focus({ preventScroll: true })
}

/** The next step as one large button, and the status to set by hand where that is not it. */
export function NextStep({ lead, onToggle }: NextStepProps) {
  const step = stepOf(lead)
  if (step === 'answer') {
    return (
      <button className="btn next-step" type="button" onClick={() => onToggle(lead)}>
        Mark Contacted<span className="hidden-text">: {lead.name}</span>
      </button>
    )
  }
  return (
    <>
      {step && (
        <button
          className="btn next-step"
          type="button"
          onClick={() => goTo(sections[step].section)}
        >
          {sections[step].text}
        </button>
      )}
      <StatusToggle lead={lead} onToggle={onToggle} />
    </>
  )
}
