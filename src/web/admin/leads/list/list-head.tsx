import type { LeadCount, LeadFilters } from '#/contracts/leads/inbox.ts'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import type { LeadOrder } from '#/contracts/limits.ts'
import { useSite } from '../../../words.ts'
import { ExportButton } from '../../export/export-button.tsx'
import { ToolButton } from '../../shell/filters.tsx'
import { leadsExport } from '../export/export-leads.ts'
import { isFiltering } from '../lead-filters.ts'

const asText = (count: number) => count.toLocaleString('en-US')

type ListHeadProps = {
  filters: LeadFilters
  order: LeadOrder
  isEmpty: boolean
  count: LeadCount | undefined
  onClear: () => void
}

/** How much of all is shown, and what can be done with it. */
export function ListHead({ filters, order, isEmpty, count, onClear }: ListHeadProps) {
  const { apiBaseUrl } = useSite()
  return (
    <div className="list-head">
      <p className="count" aria-live="polite">
        {count &&
          `Showing ${asText(count.matching)}${count.isFloor ? '+' : ''} of ${asText(count.total)} total leads`}
      </p>
      <div className="list-actions">
        <ToolButton isOff={!isFiltering(filters)} onPress={onClear}>
          Clear Filters
        </ToolButton>
        <ExportButton
          what={leadsExport({ filters, order, apiBaseUrl })}
          fileName="leads.csv"
          total={count?.matching}
          progressLabel="Leads in the file"
          failure="Failed to fetch leads"
          isOff={isEmpty}
        />
      </div>
    </div>
  )
}

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
