import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import { useMedia, wideScreen } from '../../shell/panel-frame.tsx'

/** Rows rendered beyond what is seen, so that a quick hand does not outrun them. */
const overscan = 8

/** What a row of the table, and of the cards on a narrow screen, is high until it was measured. */
const rowHeights = { table: 59, cards: 228 } as const

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
  rows: readonly LeadEntry[]
  body: RefObject<HTMLElement | null>
  /** The row that is rendered even out of sight, so that it keeps the focus; -1 for none. */
  keptIndex: number
  onShow: (from: number, to: number) => void
}

/** Decides which rows are rendered: those in sight of the window, and a few around them. */
export function useListWindow({ rows, body, keptIndex, onShow }: ListWindowProps) {
  const scrollMargin = useListTop(body)
  const isTable = useMedia(wideScreen)
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count: rows.length,
    estimateSize: () => (isTable ? rowHeights.table : rowHeights.cards),
    getItemKey: (index) => rows[index]?.id ?? index,
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range)
      if (keptIndex < 0 || keptIndex >= range.count || indexes.includes(keptIndex)) return indexes
      return [...indexes, keptIndex].sort((a, b) => a - b)
    },
    overscan,
    scrollMargin,
    scrollPaddingStart: headHeight,
    scrollPaddingEnd: 8,
  })

  const from = virtualizer.range?.startIndex ?? 0
  const to = virtualizer.range?.endIndex ?? 0
  useEffect(() => onShow(from, to), [from, to, onShow])

  const items = virtualizer
    .getVirtualItems()
    .map((item) => ({ ...item, start: item.start - scrollMargin, end: item.end - scrollMargin }))
  return {
    items,
    totalSize: virtualizer.getTotalSize(),
    endsInSight: to >= rows.length - 1 - overscan,
    measure: virtualizer.measureElement,
    scrollToRow: (index: number) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  }
}
