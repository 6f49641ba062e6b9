import type { LeadEntry } from '#/contracts/leads.ts'

type WaitingLeadsProps = { leads: readonly LeadEntry[]; onShow: () => void }

/** Says what came in while somebody reads further down, where it does not move what they read. */
export function WaitingLeads({ leads, onShow }: WaitingLeadsProps) {
  return (
    <div className="waiting" role="status">
      {leads.length > 0 && (
        <button className="waiting-button" type="button" onClick={onShow}>
          {leads.length} new {leads.length === 1 ? 'request' : 'requests'}
        </button>
      )}
    </div>
  )
}
