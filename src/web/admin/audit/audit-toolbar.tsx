import { useEffect, useRef } from 'react'
import type { AuditFilters } from '#/contracts/audit/audit.ts'
import { type AuditGroup, type AuditResult, auditGroups } from '#/contracts/audit/audit-words.ts'
import { controlProps, Field } from '../../ui/fields.tsx'
import { Choice, SearchField } from '../shell/filters.tsx'

const group = { name: 'group', label: 'About' }
const result = { name: 'result', label: 'Result' }
const from = { name: 'from', label: 'From' }
const to = { name: 'to', label: 'To' }

const results: [AuditResult, string][] = [
  ['done', 'Done'],
  ['denied', 'Denied'],
  ['refused', 'Refused'],
  ['failed', 'Failed'],
]

type AuditToolbarProps = {
  filters: AuditFilters
  onChange: (part: Partial<AuditFilters>) => void
}

/** The search and the filters of the audit log. */
export function AuditToolbar({ filters, onChange }: AuditToolbarProps) {
  return (
    <search className="toolbar" aria-label="Filter entries">
      <SearchField
        q={filters.q}
        placeholder="Name, email or address"
        onSearch={(q) => onChange({ q })}
      />
      <Choice
        frame={group}
        value={filters.group}
        all="Everything"
        options={Object.entries(auditGroups)}
        onChoose={(chosen) => onChange({ group: chosen as AuditGroup | undefined })}
      />
      <Choice
        frame={result}
        value={filters.result}
        all="Any"
        options={results}
        onChoose={(chosen) => onChange({ result: chosen as AuditResult | undefined })}
      />
      <DayField frame={from} value={filters.from} onChoose={(day) => onChange({ from: day })} />
      <DayField frame={to} value={filters.to} onChoose={(day) => onChange({ to: day })} />
    </search>
  )
}

type DayFieldProps = {
  frame: { name: string; label: string }
  value: string | undefined
  onChoose: (day: string | undefined) => void
}

/** A day, which counts once it is a whole one. What is typed of it meanwhile stays in the field. */
function DayField({ frame, value, onChoose }: DayFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const chosen = useRef(value)
  useEffect(() => {
    // Cleared, or changed by the browser's back button.
    if (input.current && value !== chosen.current) input.current.value = value ?? ''
    chosen.current = value
  }, [value])
  return (
    <Field frame={frame}>
      <input
        {...controlProps(frame)}
        ref={input}
        type="date"
        min="2000-01-01"
        max="2099-12-31"
        defaultValue={value}
        onChange={({ target }) => {
          if (!target.validity.valid) return
          chosen.current = target.value || undefined
          onChoose(chosen.current)
        }}
      />
    </Field>
  )
}
