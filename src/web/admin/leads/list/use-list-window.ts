import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useMedia } from '../../shell/panel-frame.tsx'
import { usePreference } from '../preferences.ts'
import type { LeadListState } from './use-lead-list.ts'

/** Rows rendered beyond what is seen, so that a quick hand does not outrun them. */
const overscan = 8

/** What a row is high until it was measured: in the table, beside the panel, as a card, on a phone. */
const rowHeights = {
  comfortable: { table: 64, beside: 70, cards: 120, phone: 210 },
  compact: { table: 34, beside: 52, cards: 80, phone: 140 },
} as const

/** Room for the head of the table, which stays at the top of the window. */
const headHeight = 40

/** The part of a list that is rendered. */
export type ListWindow = ReturnType<typeof useListWindow>

/** Where the list begins in the page; anything above it may grow. */
function useListTop(body: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const read = () => {
      if (body.current) setTop(Math.round(body.current.getBoundingClientRect().top + scrollY))
    }
    read()
    const observer = new ResizeObserver(read)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [body])
  return top
}

type ListWindowProps = {
  leads: Pick<LeadListState, 'rows' | 'show'>
  body: RefObject<HTMLElement | null>
  /** The row that is rendered even out of sight, so that it keeps the focus; -1 for none. */
  keptIndex: number
  /** The panel beside the list leaves no room for a table. */
  hasPanel: boolean
  /** The bar for work on several stands over the foot of the list. */
  hasBar: boolean
}

/** Decides which rows are rendered: those in sight of the window, and a few around them. */
export function useListWindow({ leads, body, keptIndex, hasPanel, hasBar }: ListWindowProps) {
  const { rows, show } = leads
  const scrollMargin = useListTop(body)
  const isPhone = useMedia('(max-width: 47.99rem)')
  const isWide = useMedia('(min-width: 80rem)')
  const isTable = isWide && !hasPanel
  const heights = rowHeights[usePreference('compact') ? 'compact' : 'comfortable']
  const wide = hasPanel ? 'beside' : 'table'
  const rowHeight = heights[isPhone ? 'phone' : isWide ? wide : 'cards']
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count: rows.length,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.id ?? index,
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range)
      if (keptIndex < 0 || keptIndex >= range.count || indexes.includes(keptIndex)) return indexes
      return [...indexes, keptIndex].sort((a, b) => a - b)
    },
    overscan,
    scrollMargin,
    scrollPaddingStart: headHeight,
    scrollPaddingEnd: hasBar ? 128 : 8,
  })

  // Cards are higher than the rows of the table: what was opened, or closed, would move out of sight.
  const wasTable = useRef(isTable)
  useLayoutEffect(() => {
    if (wasTable.current === isTable) return
    wasTable.current = isTable
    virtualizer.measure()
    if (keptIndex >= 0) virtualizer.scrollToIndex(keptIndex, { align: 'auto' })
  }, [isTable, keptIndex, virtualizer])

  const from = virtualizer.range?.startIndex ?? 0
  const to = virtualizer.range?.endIndex ?? 0
  useEffect(() => show(from, to), [from, to, show])

  const items = virtualizer
    .getVirtualItems()
    .map((item) => ({ ...item, start: item.start - scrollMargin, end: item.end - scrollMargin }))
  return {
    items,
    totalSize: virtualizer.getTotalSize(),
    endsInSight: to >= rows.length - 1 - overscan,
    measure: virtualizer.measureElement,
    /** Whether some of a row is seen. */
    isInSight(index: number) {
      const row = body.current?.querySelector(`[data-index="${index}"]`)?.getBoundingClientRect()
      return row !== undefined && row.bottom > headHeight && row.top < innerHeight
    },
    scrollToRow: (index: number) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  }
}
