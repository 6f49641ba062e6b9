import { useState } from 'react'
import { orderLabels, stageLabels, waitsForLabels } from '#/content/office/stages.ts'
import { serviceChoiceLabels } from '#/content/services.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { type LeadOrder, leadOrders } from '#/contracts/limits.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField, Switch } from '../../../ui/fields.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { countText } from '../../shell/counts.ts'
import { ExportButton, SearchField, searchId, sourceLabel } from '../../shell/filters.tsx'
import { useData } from '../../shell/use-api.ts'
import { type InboxView, isFiltering, usualOrder } from '../lead-filters.ts'
import { everythingExport, leadsExport } from './leads-csv.ts'
import { changeView, setFilters, useInboxView, useOpenList } from './use-inbox-view.ts'

const statusLabels = { new: 'New', contacted: 'Contacted', closed: 'Closed' }

/** What the filters are called that are a choice, and what may be chosen where that is not read. */
const choices = {
  service: ['Service', 'All Services', Object.entries(serviceChoiceLabels)],
  status: ['Status', 'All Statuses', Object.entries(statusLabels)],
  waitsFor: ['Waiting on', 'Anyone', Object.entries(waitsForLabels)],
  // What is held as spam has a switch of its own.
  stage: ['Stage', 'All Stages', Object.entries(stageLabels).filter(([id]) => id !== 'held')],
  source: ['Source', 'All Sources', []],
  contractor: ['Contractor', 'All Contractors', []],
} as const

/** For what is chosen from: read when it is opened, and not with each change of a lead. */
const readOnce = { staleTime: 'static', gcTime: 0 } as const

/** True where one of the filters behind the button is set, or another order. */
function isSetBehind({ filters, order }: InboxView): boolean {
  const { waitsFor = 'us', stage, source, contractor, quarantined } = filters
  const isNarrowed = (stage ?? source ?? contractor ?? quarantined) !== undefined
  return waitsFor !== 'us' || isNarrowed || order !== usualOrder(filters)
}

/** Shows all leads. */
export function clearFilters(): void {
  setFilters()
  // The button that was pressed has nothing more to do, and loses the focus.
  document.getElementById(searchId)?.focus()
}

/** The search, the filters of every day, and behind a button all others and the order. */
export function LeadToolbar() {
  const view = useInboxView()
  const [isOpen, setOpen] = useState(false)
  const isSet = isSetBehind(view)
  // What is set stays in sight, and what was set there keeps the focus.
  if (isSet && !isOpen) setOpen(true)
  return (
    <search className="toolbar quiet-labels lead-toolbar" aria-label="Filter leads">
      <SearchField
        q={view.filters.q}
        placeholder="Name, phone, any word"
        shortcut="/"
        onSearch={(q = '') => setFilters({ q })}
      />
      <Switch
        label="Needs action"
        checked={view.filters.waitsFor === 'us'}
        onChange={({ target }) => setFilters({ waitsFor: target.checked ? 'us' : '' })}
      />
      <FilterChoice name="service" />
      <FilterChoice name="status" />
      <Button aria-expanded={isOpen} isOff={isSet} onPress={() => setOpen(!isOpen)}>
        Filters
        <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} />
      </Button>
      {isOpen && <MoreFilters />}
    </search>
  )
}

type Option = readonly [value: string, label: string]

type FilterChoiceProps = { name: keyof typeof choices; read?: readonly Option[] }

function FilterChoice({ name, read }: FilterChoiceProps) {
  const [label, all, written] = choices[name]
  const options: readonly Option[] = read ?? written
  const value = useInboxView().filters[name] ?? ''
  // A link may name one that no request has any more.
  const isOffered = value === '' || options.some(([each]) => each === value)
  const unknown = name === 'contractor' ? `Contractor ${value}` : sourceLabel(value)
  return (
    <SelectField
      frame={{ name, label }}
      value={value}
      none={all}
      of={isOffered ? options : [...options, [value, unknown]]}
      onChange={({ target }) => setFilters({ [name]: target.value })}
    />
  )
}

function MoreFilters() {
  const { filters, order } = useInboxView()
  const { data: sources = [] } = useData(api.leadSources, {}, readOnce)
  const { data: companies = [] } = useData(api.leadCompanies, {}, readOnce)
  return (
    <div className="row more-filters">
      <FilterChoice name="waitsFor" />
      <FilterChoice name="stage" />
      <FilterChoice
        name="source"
        read={sources.map(({ source }) => [source, sourceLabel(source)])}
      />
      <FilterChoice
        name="contractor"
        read={companies.map(({ id, companyName }) => [String(id), companyName])}
      />
      <SelectField
        frame={{ name: 'sort', label: 'Sort by' }}
        value={order}
        of={leadOrders.map((each) => [each, `Sort: ${orderLabels[each].toLowerCase()}`])}
        onChange={({ target }) => changeView({ order: target.value as LeadOrder })}
      />
      <Switch
        label="Held as spam"
        checked={filters.quarantined !== undefined}
        onChange={({ target }) => setFilters({ quarantined: target.checked ? 'true' : '' })}
      />
    </div>
  )
}

/** How much of all is shown, and what can be done with it. */
export function ListHead() {
  const view = useInboxView()
  const { rows, counts } = useOpenList()
  const count = counts?.found
  const shared = { failure: 'Failed to fetch leads', isOff: rows.length === 0 }
  return (
    <div className="row ends list-head">
      <p className="small muted count" aria-live="polite">
        {count &&
          `Showing ${countText(count.matching)}${count.isFloor ? '+' : ''} of ${countText(count.total)} total leads`}
      </p>
      <div className="row">
        <Button isOff={!isFiltering(view.filters)} onPress={clearFilters}>
          Clear Filters
        </Button>
        <ExportButton what={leadsExport(view)} fileName="leads.csv" {...shared} />
        <ExportButton
          label="Export All Columns"
          what={everythingExport(view)}
          fileName="leads-everything.csv"
          {...shared}
        />
      </div>
    </div>
  )
}
