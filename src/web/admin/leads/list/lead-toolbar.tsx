import { type RefObject, useState } from 'react'
import { serviceChoiceLabels } from '#/content/services.ts'
import type { LeadFilters } from '#/contracts/leads/inbox.ts'
import type { LeadStatus } from '#/contracts/leads/leads.ts'
import { longestSearch } from '#/contracts/limits.ts'
import { serviceChoices } from '#/contracts/site/services.ts'
import { controlProps, Field } from '../../../ui/fields.tsx'
import { Choice, leaveOnEscape, useSearchText } from '../../shell/filters.tsx'
import { sourceLabel } from '../labels.tsx'
import { useLeadSources } from '../use-inbox-counts.ts'

const search = { name: 'search', label: 'Search' }
const service = { name: 'service', label: 'Service' }
const status = { name: 'status', label: 'Status' }
const source = { name: 'source', label: 'Source' }

type LeadToolbarProps = {
  filters: LeadFilters
  onChange: (part: Partial<LeadFilters>) => void
  searchRef: RefObject<HTMLInputElement | null>
}

/** The search and the filters. */
export function LeadToolbar({ filters, onChange, searchRef }: LeadToolbarProps) {
  const [isOpen, setOpen] = useState(false)
  const sources = useLeadSources().data ?? []
  const [typed, type] = useSearchText(filters.q, (q) => onChange({ q }))
  // A link may name a source that no lead has any more.
  const names = new Set([...sources.map((each) => each.source), filters.source ?? ''])
  names.delete('')

  return (
    <search className="toolbar" aria-label="Filter leads" data-open={isOpen || undefined}>
      <Field frame={search}>
        <input
          {...controlProps(search)}
          ref={searchRef}
          type="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={longestSearch}
          placeholder="Name, phone or email"
          aria-keyshortcuts="/"
          value={typed}
          onChange={(event) => type(event.target.value)}
          onKeyDown={leaveOnEscape}
        />
      </Field>
      <button
        className="tool-button filters-toggle"
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        Filters
      </button>
      <Choice
        frame={service}
        value={filters.service}
        all="All Services"
        options={serviceChoices.map((choice) => [choice, serviceChoiceLabels[choice]])}
        onChoose={(chosen) => onChange({ service: chosen })}
      />
      <Choice
        frame={status}
        value={filters.status === 'all' ? undefined : filters.status}
        all="All Statuses"
        options={[
          ['new', 'New'],
          ['contacted', 'Contacted'],
        ]}
        onChoose={(chosen = 'all') => onChange({ status: chosen as LeadStatus })}
      />
      <Choice
        frame={source}
        value={filters.source}
        all="All Sources"
        options={[...names].map((name) => [name, sourceLabel(name)])}
        onChoose={(chosen) => onChange({ source: chosen })}
      />
      <label className="quarantine-switch">
        <input
          type="checkbox"
          checked={filters.quarantined}
          onChange={(event) => onChange({ quarantined: event.target.checked })}
        />
        Quarantine
      </label>
    </search>
  )
}
