import { type RefObject, useLayoutEffect, useRef } from 'react'
import { orderLabels } from '#/content/office/stages.ts'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import type { LeadOrder } from '#/contracts/limits.ts'
import { Button } from '../../../ui/button.tsx'
import type { LeadListState } from '../use-lead-list.ts'
import { LeadRow, type RowActions } from './lead-row.tsx'

const columns = ['ID', 'Name', 'Contact Info', 'Service', 'Message', 'Date', 'Status'] as const

type LeadTableProps = {
  leads: LeadListState
  order: LeadOrder
  bodyRef: RefObject<HTMLTableSectionElement | null>
  selectedId: number | undefined
  /** Those that are worked on together. */
  chosen: readonly LeadEntry[]
  actions: RowActions
}

/** The leads as a table; as cards where it is narrow. */
export function LeadTable(props: LeadTableProps) {
  const { leads, order, bodyRef, selectedId, chosen, actions } = props
  const { rows, isOld, hasMore, hasFailed, isReadingMore, readMore } = leads
  /** How many rows there were when more were asked for: the first new one gets the focus. */
  const countBefore = useRef<number>(undefined)
  useLayoutEffect(() => {
    const first = bodyRef.current?.children[countBefore.current ?? rows.length]
    if (!(first instanceof HTMLElement)) return
    countBefore.current = undefined
    first.focus({ preventScroll: true })
  }, [rows, bodyRef])
  function showMore() {
    if (isReadingMore) return
    countBefore.current = rows.length
    readMore()
  }
  return (
    <div className="box leads-box" data-old={isOld || undefined}>
      <table className="leads" aria-busy={isOld}>
        <caption className="hidden-text">Leads: {orderLabels[order]}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={bodyRef}>
          {rows.map((lead) => (
            <LeadRow
              key={lead.id}
              lead={lead}
              isSelected={lead.id === selectedId}
              isChosen={chosen.includes(lead)}
              actions={actions}
            />
          ))}
        </tbody>
      </table>
      {hasMore && !hasFailed && (
        <p className="list-end">
          <Button look="line" isBusy={isReadingMore} onPress={showMore}>
            {isReadingMore ? 'Loading...' : 'Show more'}
          </Button>
        </p>
      )}
    </div>
  )
}
