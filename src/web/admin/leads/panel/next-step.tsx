import type { LeadEntry } from '#/contracts/leads/leads.ts'
import { panelSectionId } from '../../shell/panel-frame.tsx'
import { StatusToggle } from '../lead-marks.tsx'
import { stepOf } from './lead-step.ts'

const sections = {
  ask: { section: 'Who fits', text: 'Choose a contractor' },
  check: { section: 'Contractor', text: 'Follow up on the call' },
  quiet: { section: 'Contractor', text: 'See how the job goes' },
} as const

function goTo(section: string) {
  const heading = document.getElementById(panelSectionId(section))
  heading?.scrollIntoView({ block: 'start' })
  heading?.focus({ preventScroll: true })
}

/** The next step as one large button, and the status to set by hand where that is not it. */
export function NextStep({ lead }: { lead: LeadEntry }) {
  const step = stepOf(lead)
  if (step === 'answer') return <StatusToggle lead={lead} className="btn next-step" />
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
      <StatusToggle lead={lead} className="tool-button" />
    </>
  )
}
