import { Fragment, type Key, type RefObject, useMemo } from 'react'
import type { LeadSpeed } from '#/contracts/leads/lead-stats.ts'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import type { LeadOrder } from '#/contracts/limits.ts'
import { urgencyOf } from '../status-badge.tsx'
import { LeadRow, type RowActions } from './lead-row.tsx'
import { useIsPrinting } from './use-is-printing.ts'
import type { ListWindow } from './use-list-window.ts'

const columns = ['ID', 'Name', 'Contact Info', 'Service', 'Message'] as const

/** The most rows on paper: some thirty sheets. */
const mostPrinted = 500

/** What the table shows, and what it tells. */
export type LeadTableProps = {
  rows: readonly LeadEntry[]
  /** True while not all of the list was read. */
  hasMore: boolean
  order: LeadOrder
  window: ListWindow
  bodyRef: RefObject<HTMLTableSectionElement | null>
  /** How many leads there are with those that were not read; undefined where that is not known. */
  rowCount: number | undefined
  selectedId: number | undefined
  newIds: ReadonlySet<number>
  speed: LeadSpeed | undefined
  isOld: boolean
  /** False when reading on has failed. */
  isReading: boolean
  onOrder: (order: LeadOrder) => void
  actions: RowActions
}

type RowsProps = LeadTableProps & { isPrinting: boolean }

/** The leads as a table of which only the rows in sight are rendered; as cards where it is narrow. */
export function LeadTable(props: LeadTableProps) {
  const { rows, hasMore, order, window, bodyRef, rowCount, isOld, isReading, onOrder } = props
  const isPrinting = useIsPrinting()
  return (
    <div className="leads-box" data-old={isOld || undefined}>
      <table
        className="leads"
        aria-rowcount={rowCount === undefined ? -1 : rowCount + 1}
        aria-busy={isOld}
      >
        <caption className="hidden-text">Leads, {order} first</caption>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
            <th scope="col" aria-sort={order === 'newest' ? 'descending' : 'ascending'}>
              <button
                className="order"
                type="button"
                title={order === 'newest' ? 'Show the oldest first' : 'Show the newest first'}
                onClick={() => onOrder(order === 'newest' ? 'oldest' : 'newest')}
              >
                Date <span aria-hidden="true">{order === 'newest' ? '↓' : '↑'}</span>
              </button>
            </th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody ref={bodyRef}>
          <Rows {...props} isPrinting={isPrinting} />
        </tbody>
      </table>
      {isPrinting && <PrintedPart {...{ rows, hasMore, rowCount }} />}
      {!isPrinting && isReading && hasMore && window.endsInSight && (
        <p className="list-end" role="status">
          Loading...
        </p>
      )}
    </div>
  )
}

/** A row that is rendered, at its place in the list. */
type ShownRow = { key: Key; index: number; lead: LeadEntry }

/** The rows in sight, and as much room as all others would take; on paper all that were read. */
function Rows({ rows, window, selectedId, newIds, speed, actions, isPrinting }: RowsProps) {
  const { items, totalSize, measure } = window
  // The row with the focus is kept wherever it is, so there may be a gap on either side of it.
  const gaps = useMemo(() => {
    const starts = [...items.map(({ start }) => start), totalSize]
    return starts.map((start, index) => start - (items[index - 1]?.end ?? 0))
  }, [items, totalSize])
  const gapAt = (position: number) => (isPrinting ? 0 : (gaps.at(position) ?? 0))
  const shown: ShownRow[] = isPrinting
    ? rows.slice(0, mostPrinted).map((lead, index) => ({ key: lead.id, index, lead }))
    : items.flatMap(({ key, index }) => {
        const lead = rows[index]
        return lead ? { key, index, lead } : []
      })
  return (
    <>
      {shown.map(({ key, index, lead }, position) => (
        <Fragment key={key}>
          <Gap height={gapAt(position)} />
          <LeadRow
            lead={lead}
            index={index}
            isSelected={lead.id === selectedId}
            isFresh={newIds.has(lead.id)}
            urgency={urgencyOf(lead, speed)}
            measure={isPrinting ? undefined : measure}
            actions={actions}
          />
        </Fragment>
      ))}
      <Gap height={gapAt(-1)} />
    </>
  )
}

/** Below a printed list that is not all of it. */
function PrintedPart({
  rows,
  hasMore,
  rowCount,
}: Pick<LeadTableProps, 'rows' | 'hasMore' | 'rowCount'>) {
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
