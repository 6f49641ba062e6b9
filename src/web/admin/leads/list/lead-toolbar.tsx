import { useState } from 'react'
import { orderLabels, stageLabels, waitsForLabels } from '#/content/office/stages.ts'
import { serviceChoiceLabels } from '#/content/services.ts'
import { api } from '#/contracts/endpoints/api.ts'
import type { LeadCount, LeadFilters } from '#/contracts/leads/inbox.ts'
import { type LeadOrder, leadOrders } from '#/contracts/limits.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField, Switch } from '../../../ui/fields.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { countText } from '../../shell/counts.ts'
import { ExportButton, SearchField, sourceLabel } from '../../shell/filters.tsx'
import { useData } from '../../shell/use-api.ts'
import { isFiltering, noFilters, usualOrder } from '../lead-filters.ts'
import { everythingExport, leadsExport } from './leads-csv.ts'

const statusLabels = { new: 'New', contacted: 'Contacted', closed: 'Closed' }

/** What the filters are called that are a choice, and what may be chosen. */
const choices = {
  service: ['Service', 'All Services', Object.entries(serviceChoiceLabels)],
  status: ['Status', 'All Statuses', Object.entries(statusLabels)],
  waitsFor: ['Waiting on', 'Anyone', Object.entries(waitsForLabels)],
  // What is held as spam has a switch of its own.
  stage: ['Stage', 'All Stages', Object.entries(stageLabels).filter(([id]) => id !== 'held')],
} as const

/** For what is chosen from: read when it is opened, and not with each change of a lead. */
const readOnce = { staleTime: 'static', gcTime: 0 } as const

type FiltersProps = {
  filters: LeadFilters
  order: LeadOrder
  onChange: (part: Partial<LeadFilters>) => void
  onOrder: (order: LeadOrder) => void
}

/** True where one of the filters behind the button is set, or another order. */
function isSetBehind({ filters, order }: FiltersProps): boolean {
  const { waitsFor, stage, source, contractor, quarantined } = filters
  const isOfSomebody = waitsFor !== undefined && waitsFor !== 'us'
  const isNarrowed = [stage, source, contractor].some((each) => each !== undefined)
  return isOfSomebody || isNarrowed || quarantined || order !== usualOrder(filters)
}

/** The search, the filters of every day, and behind a button all others and the order. */
export function LeadToolbar(props: FiltersProps) {
  const { filters, onChange } = props
  const [isOpen, setOpen] = useState(false)
  // What is set stays in sight.
  if (!isOpen && isSetBehind(props)) setOpen(true)
  return (
    <search className="toolbar quiet-labels lead-toolbar" aria-label="Filter leads">
      <SearchField
        q={filters.q}
        placeholder="Name, phone, any word"
        shortcut="/"
        onSearch={(q) => onChange({ q })}
      />
      <Switch
        label="Needs action"
        checked={filters.waitsFor === 'us'}
        onChange={({ target }) => onChange({ waitsFor: target.checked ? 'us' : undefined })}
      />
      <FilterChoice name="service" {...props} />
      <FilterChoice name="status" {...props} />
      <Button aria-expanded={isOpen} isOff={isSetBehind(props)} onPress={() => setOpen(!isOpen)}>
        Filters
        <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} />
      </Button>
      {isOpen && <MoreFilters {...props} />}
    </search>
  )
}

function FilterChoice({ name, filters, onChange }: FiltersProps & { name: keyof typeof choices }) {
  const [label, all, options] = choices[name]
  const value = filters[name]
  return (
    <SelectField
      frame={{ name, label }}
      value={value === noFilters[name] ? '' : value}
      none={all}
      of={options}
      onChange={({ target }) => onChange({ [name]: target.value || noFilters[name] })}
    />
  )
}

function MoreFilters(props: FiltersProps) {
  const { filters, order, onChange, onOrder } = props
  const { data: sources = [] } = useData(api.leadSources, {}, readOnce)
  const { data: companies = [] } = useData(api.leadCompanies, {}, readOnce)
  const { source: chosen = '', contractor } = filters
  // A link may name one that no request has any more.
  const offered = new Set([...sources.map(({ source }) => source), chosen].filter(Boolean))
  const known = companies.map(({ id, companyName }) => [String(id), companyName] as const)
  const isKnown = contractor === undefined || companies.some(({ id }) => id === contractor)
  const unknown = [String(contractor), `Contractor ${contractor}`] as const
  return (
    <div className="row more-filters">
      <FilterChoice name="waitsFor" {...props} />
      <FilterChoice name="stage" {...props} />
      <SelectField
        frame={{ name: 'source', label: 'Source' }}
        value={chosen}
        none="All Sources"
        of={[...offered].map((source) => [source, sourceLabel(source)])}
        onChange={({ target }) => onChange({ source: target.value || undefined })}
      />
      <SelectField
        frame={{ name: 'with-contractor', label: 'Contractor' }}
        value={contractor ?? ''}
        none="All Contractors"
        of={isKnown ? known : [...known, unknown]}
        onChange={({ target }) => onChange({ contractor: Number(target.value) || undefined })}
      />
      <SelectField
        frame={{ name: 'sort', label: 'Sort by' }}
        value={order}
        of={leadOrders.map((each) => [each, `Sort: ${orderLabels[each].toLowerCase()}`])}
        onChange={({ target }) => onOrder(target.value as LeadOrder)}
      />
      <Switch
        label="Held as spam"
        checked={filters.quarantined}
        onChange={({ target }) => onChange({ quarantined: target.checked })}
      />
    </div>
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
        <Button isOff={!isFiltering(filters)} onPress={onClear}>
          Clear Filters
        </Button>
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
