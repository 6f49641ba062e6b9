import type { LeadCount, LeadFilters } from '#/contracts/inbox.ts'
import type { LeadEntry } from '#/contracts/leads.ts'
import type { LeadOrder } from '#/contracts/limits.ts'
import { ExportCsv } from '../export/export-csv.tsx'
import { isFiltering } from './lead-filters.ts'
import type { LeadList } from './lead-list.ts'
import { ToolButton } from './lead-toolbar.tsx'

const asText = (count: number) => count.toLocaleString('en-US')

type ListHeadProps = {
  filters: LeadFilters
  order: LeadOrder
  list: LeadList
  count: LeadCount | undefined
  onClear: () => void
}

/** How much of all is shown, and what can be done with it. */
export function ListHead({ onClear, ...shown }: ListHeadProps) {
  const { filters, count } = shown
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
        <ExportCsv {...shown} />
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
