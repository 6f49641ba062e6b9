import { api } from '#/contracts/endpoints/api.ts'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import type { SectionProps } from '../../shell/panel-frame.tsx'
import { useChange } from '../../shell/use-api.ts'

/** Moves a lead into quarantine, or out of it. */
export function QuarantineButton({ lead }: { lead: LeadEntry }) {
  const { id, isQuarantined } = lead
  const move = useChange(isQuarantined ? api.leadRelease : api.leadQuarantine, {
    send: () => ({ params: { leadId: id } }),
    success: (moved) => (moved.isQuarantined ? 'Marked as spam' : 'Marked as not spam'),
    failure: isQuarantined ? 'Failed to mark it as not spam' : 'Failed to mark it as spam',
    refetches: [api.leads.path],
  })
  return (
    <button
      className={isQuarantined ? 'btn btn-small' : 'text-button'}
      type="button"
      disabled={move.isPending}
      onClick={() => move.mutate()}
    >
      {isQuarantined ? 'This is a real request' : 'This is spam'}
    </button>
  )
}

/** Why a lead is or was in quarantine; nothing for one that never was. */
export function LeadQuarantine({ lead }: Pick<SectionProps, 'lead'>) {
  const { isQuarantined, quarantineReasons: reasons } = lead
  if (!isQuarantined && reasons.length === 0) return null
  return (
    <section className="panel-section" aria-label="Held as spam">
      <p>
        {isQuarantined
          ? 'This request is held as spam, and no contractor is asked. If it is real, mark it as a real request.'
          : 'This request was held as spam until someone marked it as real.'}
        {reasons.length === 0 && ' Someone put it here by hand.'}
      </p>
      {reasons.length > 0 && (
        <ul className="bullets">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      {isQuarantined && <QuarantineButton lead={lead} />}
    </section>
  )
}
