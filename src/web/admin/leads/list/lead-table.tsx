import { useLayoutEffect, useRef } from 'react'
import { orderLabels } from '#/content/office/stages.ts'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import { Button } from '../../../ui/button.tsx'
import { LeadRow, type RowActions } from './lead-row.tsx'
import { useInboxView, type useOpenList } from './use-inbox-view.ts'

const columns = ['ID', 'Name', 'Contact Info', 'Service', 'Message', 'Date', 'Status'] as const

type LeadTableProps = {
  list: ReturnType<typeof useOpenList>
  selectedId: number | undefined
  /** Those that are worked on together. */
  chosen: readonly LeadEntry[]
  actions: RowActions
}

/** The leads as a table; as cards where it is narrow. */
export function LeadTable({ list, selectedId, chosen, actions }: LeadTableProps) {
  const { query, rows } = list
  const { hasNextPage, isError, isFetchingNextPage, isPlaceholderData: isOld } = query
  const { order } = useInboxView()
  const body = useRef<HTMLTableSectionElement>(null)
  /** How many rows there were when more were asked for: the first new one gets the focus. */
  const countBefore = useRef<number>(undefined)
  useLayoutEffect(() => {
    const first = body.current?.children[countBefore.current ?? rows.length]
    if (!(first instanceof HTMLElement)) return
    countBefore.current = undefined
    first.focus({ preventScroll: true })
  }, [rows])
  function showMore() {
    countBefore.current = rows.length
    void query.fetchNextPage()
  }
  return (
    <div className="box leads-box">
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
        <tbody ref={body}>
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
      {hasNextPage && !isError && (
        <p className="list-end">
          <Button look="line" isBusy={isFetchingNextPage} onPress={showMore}>
            {isFetchingNextPage ? 'Loading...' : 'Show more'}
          </Button>
        </p>
      )}
    </div>
  )
}
