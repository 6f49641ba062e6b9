import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { serviceChoiceLabels } from '#/content/services.ts'
import type { LeadFilters } from '#/contracts/inbox.ts'
import type { LeadStatus } from '#/contracts/leads.ts'
import { longestSearch } from '#/contracts/limits.ts'
import { serviceChoices } from '#/contracts/services.ts'
import { controlProps, Field } from '../../../ui/fields.tsx'
import { sourceLabel } from '../source-label.ts'
import { useLeadSources } from '../use-inbox-counts.ts'

const statusLabels: Record<LeadStatus, string> = {
  all: 'All Statuses',
  new: 'New',
  contacted: 'Contacted',
}

const search = { name: 'search', label: 'Search' }
const service = { name: 'service', label: 'Service' }
const status = { name: 'status', label: 'Status' }
const source = { name: 'source', label: 'Source' }

/** Someone who types goes on to the next letter within this time. */
const restMs = 180

/** Leaving keeps what was typed; the browser's own Escape would clear it. */
function leaveOnEscape(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Escape') return
  event.preventDefault()
  event.currentTarget.blur()
}

/** What stands in the search field, and what of it is searched for: only what somebody has finished. */
function useSearchText(q: string | undefined, onSearch: (q: string | undefined) => void) {
  const [typed, setTyped] = useState(q ?? '')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const sent = useRef(q)

  useEffect(() => {
    // Cleared, or changed by the browser's back button.
    if (q !== sent.current) setTyped(q ?? '')
    sent.current = q
  }, [q])
  useEffect(() => () => clearTimeout(timer.current), [])

  function type(text: string) {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      sent.current = text.trim() ? text : undefined
      onSearch(sent.current)
    }, restMs)
  }
  return [typed, type] as const
}

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
      <Field frame={service}>
        <select
          {...controlProps(service)}
          value={filters.service ?? ''}
          onChange={(event) => onChange({ service: event.target.value || undefined })}
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
          onChange={(event) => onChange({ status: event.target.value as LeadStatus })}
        >
          {Object.entries(statusLabels).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </Field>
      <Field frame={source}>
        <select
          {...controlProps(source)}
          value={filters.source ?? ''}
          onChange={(event) => onChange({ source: event.target.value || undefined })}
        >
          <option value="">All Sources</option>
          {[...names].map((name) => (
            <option key={name} value={name}>
              {sourceLabel(name)}
            </option>
          ))}
        </select>
      </Field>
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
