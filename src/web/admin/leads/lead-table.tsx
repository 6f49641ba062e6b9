import { type RefObject, useRef } from 'react'
import type { Lead } from '#/contracts/leads.ts'
import { LeadRow } from './lead-row.tsx'
import { useLeadKeys } from './use-lead-keys.ts'
import { useLeadStatus } from './use-lead-status.ts'
import { useRowSelection } from './use-row-selection.ts'

const columns = ['ID', 'Name', 'Contact Info', 'Service', 'Message', 'Date', 'Status']

type LeadTableProps = { leads: readonly Lead[]; searchRef: RefObject<HTMLInputElement | null> }

/** The leads as a table; rows of a few lines each where it is narrow. */
export function LeadTable({ leads, searchRef }: LeadTableProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const { mutate: setStatus } = useLeadStatus()
  const selection = useRowSelection(leads, body)
  useLeadKeys({
    search: () => searchRef.current?.select(),
    move: selection.move,
    toggle: () => {
      const lead = selection.selected
      if (lead) setStatus({ leadId: lead.id, isContacted: !lead.isContacted })
    },
  })

  if (leads.length === 0) return <p className="empty">No leads found matching your criteria</p>
  return (
    <div className="leads-box">
      <table className="leads">
        <caption className="hidden-text">Leads, newest first</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {leads.map((lead) => (
            <LeadRow
              key={lead.id}
              lead={lead}
              isSelected={lead === selection.selected}
              onSelect={selection.select}
              onSetStatus={setStatus}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}
