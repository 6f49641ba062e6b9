import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { serviceChoiceLabels } from '#/content/services.ts'
import type { LeadFilters } from '#/contracts/inbox.ts'
import type { LeadStatus } from '#/contracts/leads.ts'
import { longestSearch } from '#/contracts/limits.ts'
import { serviceChoices } from '#/contracts/services.ts'
import { controlProps, Field } from '../../../ui/fields.tsx'
import { sourceLabel } from '../source-label.ts'
import { useLeadSources } from '../use-inbox-counts.ts'

const search = { name: 'search', label: 'Search' }
const service = { name: 'service', label: 'Service' }
const status = { name: 'status', label: 'Status' }
const source = { name: 'source', label: 'Source' }

/** Someone who types goes on to the next letter within this time. */
const typingPauseMs = 180

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
    }, typingPauseMs)
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

type ChoiceProps = {
  frame: { name: string; label: string }
  value: string | undefined
  /** What stands for no choice. */
  all: string
  /** Values and their labels. */
  options: [string, string][]
  onChoose: (value: string | undefined) => void
}

function Choice({ frame, value = '', all, options, onChoose }: ChoiceProps) {
  return (
    <Field frame={frame}>
      <select
        {...controlProps(frame)}
        value={value}
        onChange={(event) => onChoose(event.target.value || undefined)}
      >
        <option value="">{all}</option>
        {options.map(([option, label]) => (
          <option key={option} value={option}>
            {label}
          </option>
        ))}
      </select>
    </Field>
  )
}

type ToolButtonProps = {
  /** True while there is nothing for it to do. */
  isOff: boolean
  onPress: () => void
  children: ReactNode
}

/** One of the small buttons around the list. */
export function ToolButton({ isOff, onPress, children }: ToolButtonProps) {
  return (
    <button className="tool-button" type="button" disabled={isOff} onClick={onPress}>
      {children}
    </button>
  )
}
