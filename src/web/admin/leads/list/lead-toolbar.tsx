import { useState } from 'react'
import { orderLabels, stageLabels, waitsForLabels } from '#/content/office/stages.ts'
import { serviceChoiceLabels } from '#/content/services.ts'
import { api } from '#/contracts/endpoints/api.ts'
import type { LeadCount, LeadFilters } from '#/contracts/leads/inbox.ts'
import { type LeadOrder, leadOrders } from '#/contracts/limits.ts'
import { countText } from '../../shell/counts.ts'
import {
  Choice,
  ExportButton,
  SearchField,
  Switch,
  sourceLabel,
  ToolButton,
} from '../../shell/filters.tsx'
import { useData } from '../../shell/use-api.ts'
import { isFiltering, noFilters } from '../lead-filters.ts'
import { everythingExport, leadsExport } from './leads-csv.ts'

const statusLabels = { new: 'New', contacted: 'Contacted', closed: 'Closed' }

/** The filters that are a choice: its name on the page, and what may be chosen. */
const choices = [
  ['service', 'Service', 'All Services', Object.entries(serviceChoiceLabels)],
  ['status', 'Status', 'All Statuses', Object.entries(statusLabels)],
  ['waitsFor', 'Waits for', 'Waits for anyone', Object.entries(waitsForLabels)],
  // What is held as spam has a switch of its own.
  ['stage', 'Stage', 'All Stages', Object.entries(stageLabels).filter(([id]) => id !== 'held')],
] as const

type LeadToolbarProps = {
  filters: LeadFilters
  order: LeadOrder
  onChange: (part: Partial<LeadFilters>) => void
  onOrder: (order: LeadOrder) => void
}

/** The search, the filters and the order. */
export function LeadToolbar({ filters, order, onChange, onOrder }: LeadToolbarProps) {
  const [isOpen, setOpen] = useState(false)
  // The sources that some lead has, most first.
  const { data: sources = [] } = useData(api.leadSources)
  // A link may name a source that no lead has any more.
  const names = new Set([...sources.map((each) => each.source), filters.source ?? ''])
  names.delete('')
  const { data: companies } = useData(api.leadCompanies)
  const named = new Map(companies?.map(({ id, companyName }) => [id, companyName]))
  const { contractor: chosenId } = filters
  if (chosenId && !named.has(chosenId)) named.set(chosenId, `Contractor ${chosenId}`)

  return (
    <search
      className="toolbar quiet-labels"
      aria-label="Filter leads"
      data-open={isOpen || undefined}
    >
      <SearchField
        q={filters.q}
        placeholder="Name, phone, any word"
        shortcut="/"
        onSearch={(q) => onChange({ q })}
      />
      <button
        className="tool-button filters-toggle"
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        Filters
      </button>
      {choices.map(([filter, label, all, options]) => (
        <Choice
          key={filter}
          frame={{ name: filter, label }}
          value={filters[filter] === noFilters[filter] ? undefined : filters[filter]}
          all={all}
          options={options}
          onChoose={(chosen) => onChange({ [filter]: chosen ?? noFilters[filter] })}
        />
      ))}
      <Choice
        frame={{ name: 'source', label: 'Source' }}
        value={filters.source}
        all="All Sources"
        options={[...names].map((name) => [name, sourceLabel(name)])}
        onChoose={(chosen) => onChange({ source: chosen })}
      />
      {(!companies || named.size > 0) && (
        <Choice
          frame={{ name: 'with-contractor', label: 'With contractor' }}
          value={chosenId === undefined ? undefined : String(chosenId)}
          all="All Contractors"
          options={[...named].map(([id, name]) => [String(id), name])}
          onChoose={(chosen) => onChange({ contractor: chosen ? Number(chosen) : undefined })}
        />
      )}
      <Choice
        frame={{ name: 'sort', label: 'Sort by' }}
        value={order}
        options={leadOrders.map((each) => [each, orderLabels[each]])}
        onChoose={(chosen) => onOrder(chosen as LeadOrder)}
      />
      <Switch
        label="Held as spam"
        isOn={filters.quarantined}
        onSwitch={(quarantined) => onChange({ quarantined })}
      />
    </search>
  )
}

type ListHeadProps = {
  filters: LeadFilters
  order: LeadOrder
  isEmpty: boolean
  count: LeadCount | undefined
  onClear: () => void
}

/** How much of all is shown, and what can be done with it. */
export function ListHead({ filters, order, isEmpty, count, onClear }: ListHeadProps) {
  const shared = { failure: 'Failed to fetch leads', isOff: isEmpty }
  return (
    <div className="row ends list-head">
      <p className="small muted count" aria-live="polite">
        {count &&
          `Showing ${countText(count.matching)}${count.isFloor ? '+' : ''} of ${countText(count.total)} total leads`}
      </p>
      <div className="row">
        <ToolButton isOff={!isFiltering(filters)} onPress={onClear}>
          Clear Filters
        </ToolButton>
        <ExportButton what={leadsExport({ filters, order })} fileName="leads.csv" {...shared} />
        <ExportButton
          label="Export All Columns"
          what={everythingExport({ filters, order })}
          fileName="leads-everything.csv"
          {...shared}
        />
      </div>
    </div>
  )
}
