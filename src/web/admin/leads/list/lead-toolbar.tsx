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
import { isFiltering, type ListView, noFilters, usualOrder } from '../lead-filters.ts'
import { everythingExport, leadsExport } from './leads-csv.ts'
import { changeView, setFilters, useInboxView, useOpenList } from './use-inbox-view.ts'

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

/** True where one of the filters behind the button is set, or another order. */
function isSetBehind({ filters, order }: ListView): boolean {
  const { waitsFor, stage, source, contractor, quarantined } = filters
  const isOfSomebody = waitsFor !== undefined && waitsFor !== 'us'
  const isNarrowed = [stage, source, contractor].some((each) => each !== undefined)
  return isOfSomebody || isNarrowed || quarantined || order !== usualOrder(filters)
}

/** Shows all leads. */
export function clearFilters(): void {
  setFilters(noFilters)
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
        onSearch={(q) => setFilters({ q })}
      />
      <Switch
        label="Needs action"
        checked={view.filters.waitsFor === 'us'}
        onChange={({ target }) => setFilters({ waitsFor: target.checked ? 'us' : undefined })}
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

function FilterChoice({ name }: { name: keyof typeof choices }) {
  const [label, all, options] = choices[name]
  const value = useInboxView().filters[name]
  return (
    <SelectField
      frame={{ name, label }}
      value={value === noFilters[name] ? '' : value}
      none={all}
      of={options}
      onChange={({ target }) => setFilters({ [name]: target.value || noFilters[name] })}
    />
  )
}

function MoreFilters() {
  const { filters, order } = useInboxView()
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
      <FilterChoice name="waitsFor" />
      <FilterChoice name="stage" />
      <SelectField
        frame={{ name: 'source', label: 'Source' }}
        value={chosen}
        none="All Sources"
        of={[...offered].map((source) => [source, sourceLabel(source)])}
        onChange={({ target }) => setFilters({ source: target.value || undefined })}
      />
      <SelectField
        frame={{ name: 'with-contractor', label: 'Contractor' }}
        value={contractor ?? ''}
        none="All Contractors"
        of={isKnown ? known : [...known, unknown]}
        onChange={({ target }) => setFilters({ contractor: Number(target.value) || undefined })}
      />
      <SelectField
        frame={{ name: 'sort', label: 'Sort by' }}
        value={order}
        of={leadOrders.map((each) => [each, `Sort: ${orderLabels[each].toLowerCase()}`])}
        onChange={({ target }) => changeView({ order: target.value as LeadOrder })}
      />
      <Switch
        label="Held as spam"
        checked={filters.quarantined}
        onChange={({ target }) => setFilters({ quarantined: target.checked })}
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
