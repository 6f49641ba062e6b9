import { Fragment, type RefObject, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { orderLabels } from '#/content/stages.ts'
import type { LeadCount } from '#/contracts/leads/inbox.ts'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import type { LeadOrder } from '#/contracts/limits.ts'
import { isNewLead } from '../alerts.ts'
import { LeadRow, type RowActions } from './lead-row.tsx'
import type { LeadListState } from './use-lead-list.ts'
import type { ListWindow } from './use-list-window.ts'

const columns = ['ID', 'Name', 'Contact Info', 'Service', 'Message'] as const

/** The most rows on paper: some thirty sheets. */
const mostPrinted = 500

type LeadTableProps = {
  leads: LeadListState
  order: LeadOrder
  window: ListWindow
  bodyRef: RefObject<HTMLTableSectionElement | null>
  count: LeadCount | undefined
  selectedId: number | undefined
  /** Those that are worked on together. */
  chosen: readonly LeadEntry[]
  onOrder: (order: LeadOrder) => void
  actions: RowActions
}

/** The leads as a table of which only the rows in sight are rendered; as cards where it is narrow. */
export function LeadTable(props: LeadTableProps) {
  const { leads, order, window, bodyRef, count, onOrder } = props
  const { rows, hasMore, isOld } = leads
  const isPrinting = useIsPrinting()
  // How many leads there are with those that were not read, where that is known.
  const rowCount = count && !count.isFloor ? count.matching : undefined
  return (
    <div className="box leads-box" data-old={isOld || undefined}>
      <table
        className="leads"
        aria-rowcount={rowCount === undefined ? -1 : rowCount + 1}
        aria-busy={isOld}
      >
        <caption className="hidden-text">Leads: {orderLabels[order]}</caption>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
            <SortedHeads order={order} onOrder={onOrder} />
          </tr>
        </thead>
        <tbody ref={bodyRef}>
          <Rows {...props} isPrinting={isPrinting} />
        </tbody>
      </table>
      {isPrinting && <PrintedPart {...{ rows, hasMore, rowCount }} />}
      {!isPrinting && !leads.hasFailed && hasMore && window.endsInSight && (
        <p className="list-end" role="status">
          Loading...
        </p>
      )}
    </div>
  )
}

/** The orders that the column with the stage can have: what its buttons say, and what they do. */
const statusOrders = [
  ['waiting', 'Status', 'Show what waits for us first'],
  ['stage', 'Stage', 'Sort by stage'],
  ['contractor', 'Contractor', 'Sort by contractor'],
] as const

/** The heads of the columns by which the list can be in order. */
function SortedHeads({ order, onOrder }: Pick<LeadTableProps, 'order' | 'onOrder'>) {
  const next = order === 'newest' ? 'oldest' : 'newest'
  const isByDate = order === 'newest' || order === 'oldest'
  const dateSort = !isByDate ? 'none' : order === 'newest' ? 'descending' : 'ascending'
  const arrows = { none: '', descending: '↓', ascending: '↑' }
  return (
    <>
      <th scope="col" aria-sort={dateSort}>
        <button
          className="order"
          type="button"
          aria-description={`Show the ${next} first`}
          onClick={() => onOrder(next)}
        >
          Date <span aria-hidden="true">{arrows[dateSort]}</span>
        </button>
      </th>
      <th scope="col" aria-sort={isByDate ? 'none' : 'ascending'}>
        {statusOrders.map(([own, label, title]) => (
          <button
            key={own}
            className="order"
            type="button"
            aria-description={title}
            aria-pressed={order === own}
            onClick={() => onOrder(own)}
          >
            {label} <span aria-hidden="true">{order === own && '↓'}</span>
          </button>
        ))}
      </th>
    </>
  )
}

/** True while the page is printed; what depends on it is rendered before the browser looks. */
function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const start = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    addEventListener('beforeprint', start)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', start)
      removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}

type RowsProps = LeadTableProps & { isPrinting: boolean }

/** The rows in sight, and as much room as all others would take; on paper all that were read. */
function Rows({ leads: { rows }, window, selectedId, chosen, actions, isPrinting }: RowsProps) {
  const { items, totalSize, measure } = window
  const onPaper = rows.slice(0, mostPrinted).map((_, index) => ({ index, start: 0, end: 0 }))
  let end = 0
  return (
    <>
      {(isPrinting ? onPaper : items).map((item) => {
        const { index, start } = item
        const lead = rows[index]
        if (!lead) return null
        // The row with the focus is kept wherever it is, so there may be a gap on either side of it.
        const gap = start - end
        end = item.end
        return (
          <Fragment key={lead.id}>
            <Gap height={gap} />
            <LeadRow
              lead={lead}
              index={index}
              isSelected={lead.id === selectedId}
              isChosen={chosen.some(({ id }) => id === lead.id)}
              isFresh={isNewLead(lead.id)}
              measure={isPrinting ? undefined : measure}
              actions={actions}
            />
          </Fragment>
        )
      })}
      {!isPrinting && <Gap height={totalSize - end} />}
    </>
  )
}

type PrintedPartProps = Pick<LeadListState, 'rows' | 'hasMore'> & { rowCount: number | undefined }

/** Below a printed list that is not all of it. */
function PrintedPart({ rows, hasMore, rowCount }: PrintedPartProps) {
  const printed = Math.min(rows.length, mostPrinted)
  if (!hasMore && printed === rows.length) return null
  const all = rowCount === undefined ? '' : ` of ${rowCount.toLocaleString('en-US')}`
  return (
    <p className="list-end">
      {`These are the first ${printed.toLocaleString('en-US')}${all} leads. The file of Export CSV has all of them.`}
    </p>
  )
}

function Gap({ height }: { height: number }) {
  if (height < 1) return null
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in this row takes the focus
    <tr className="gap" aria-hidden="true" style={{ height }}>
      <td />
    </tr>
  )
}
