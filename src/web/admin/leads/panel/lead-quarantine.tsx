import type { LeadEntry } from '#/contracts/leads.ts'
import type { SectionProps } from './section-props.ts'
import { useQuarantine } from './use-lead-actions.ts'

type QuarantineButtonProps = { lead: LeadEntry; onChanged: (lead: LeadEntry) => void }

/** Takes a request out of quarantine, or puts it there. */
export function QuarantineButton({ lead, onChanged }: QuarantineButtonProps) {
  const move = useQuarantine(lead.id, onChanged)
  const { isQuarantined } = lead
  return (
    <button
      className={isQuarantined ? 'btn btn-small' : 'text-button'}
      type="button"
      disabled={move.isPending}
      onClick={() => move.mutate(!isQuarantined)}
    >
      {isQuarantined ? 'This is a real request' : 'This is spam'}
    </button>
  )
}

/** Why a request is or was kept apart. */
export function LeadQuarantine({ lead, onChanged }: SectionProps) {
  const { isQuarantined, quarantineReasons: reasons } = lead
  if (!isQuarantined && reasons.length === 0) return null
  return (
    <section className="panel-section panel-quarantine" aria-label="Quarantine">
      <p>
        {isQuarantined
          ? 'This request is kept apart, and nobody was notified of it.'
          : 'This request was kept apart until somebody released it.'}
        {reasons.length === 0 && ' Somebody put it here by hand.'}
      </p>
      {reasons.length > 0 && (
        <ul className="reasons">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      {isQuarantined && <QuarantineButton lead={lead} onChanged={onChanged} />}
    </section>
  )
}
