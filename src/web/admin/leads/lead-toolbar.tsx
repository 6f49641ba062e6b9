import type { KeyboardEvent, RefObject } from 'react'
import { serviceChoiceLabels } from '#/content/services.ts'
import type { LeadStatus } from '#/contracts/leads.ts'
import { serviceChoices } from '#/contracts/services.ts'
import { controlProps, Field } from '../../ui/fields.tsx'
import type { LeadFilters } from './lead-filters.ts'

const statusLabels: Record<LeadStatus, string> = {
  all: 'All Statuses',
  new: 'New',
  contacted: 'Contacted',
}

const search = { name: 'search', label: 'Search' }
const service = { name: 'service', label: 'Service' }
const status = { name: 'status', label: 'Status' }

/** Leaving keeps what was typed; the browser's own Escape would clear it. */
function leaveOnEscape(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Escape') return
  event.preventDefault()
  event.currentTarget.blur()
}

type LeadToolbarProps = {
  filters: LeadFilters
  onChange: (filters: LeadFilters) => void
  searchRef: RefObject<HTMLInputElement | null>
}

/** The search and the filters. */
export function LeadToolbar({ filters, onChange, searchRef }: LeadToolbarProps) {
  const change = (part: Partial<LeadFilters>) => onChange({ ...filters, ...part })

  return (
    <search className="toolbar" aria-label="Filter leads">
      <Field frame={search}>
        <input
          {...controlProps(search)}
          ref={searchRef}
          type="search"
          autoComplete="off"
          spellCheck={false}
          placeholder="Name, phone or email"
          aria-keyshortcuts="/"
          value={filters.search}
          onChange={(event) => change({ search: event.target.value })}
          onKeyDown={leaveOnEscape}
        />
      </Field>
      <Field frame={service}>
        <select
          {...controlProps(service)}
          value={filters.service}
          onChange={(event) => change({ service: event.target.value })}
        >
          <option value="">All Services</option>
          {serviceChoices.map((choice) => (
            <option key={choice} value={choice}>
              {serviceChoiceLabels[choice]}
            </option>
          ))}
        </select>
      </Field>
      <Field frame={status}>
        <select
          {...controlProps(status)}
          value={filters.status}
          onChange={(event) => change({ status: event.target.value as LeadStatus })}
        >
          {Object.entries(statusLabels).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </Field>
    </search>
  )
}
