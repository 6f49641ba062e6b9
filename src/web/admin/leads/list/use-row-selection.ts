import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { LeadListState } from './use-lead-list.ts'

/** The row that the keys act on, and how it moves. */
export type RowSelection = ReturnType<typeof useRowSelection>

/** The panel keeps the focus when it has it: the rows go by beside it. */
const keepsFocus = '.lead-panel'

/**
 * The row that the keys act on: the one that has the focus, or had it last. It is the focus that
 * moves, so a screen reader reads the row that is come to.
 */
export function useRowSelection(
  { rows, key, isOld }: Pick<LeadListState, 'rows' | 'key' | 'isOld'>,
  body: RefObject<HTMLElement | null>,
  firstId: number | undefined,
) {
  const [selectedId, setSelectedId] = useState(firstId)
  const wantsFocus = useRef<number>(undefined)
  const last = useRef({ index: -1, key })
  const index = rows.findIndex(({ id }) => id === selectedId)

  // The row may be rendered only a moment after it was asked for.
  useLayoutEffect(() => {
    if (wantsFocus.current === undefined) return
    const row = body.current?.querySelector<HTMLElement>(`[data-lead="${wantsFocus.current}"]`)
    if (!row) return
    wantsFocus.current = undefined
    row.focus({ preventScroll: true })
  })

  useLayoutEffect(() => {
    if (index >= 0) {
      // Another list has other places.
      if (!isOld) last.current = { index, key }
      return
    }
    if (selectedId === undefined || last.current.index < 0) return
    // The row has left the list. If it took the focus with it, the row in its place has it now.
    if (document.activeElement !== document.body) return
    const neighbour = rows[Math.min(last.current.index, rows.length - 1)]
    setSelectedId(neighbour?.id)
    wantsFocus.current = neighbour?.id
  }, [index, selectedId, rows, key, isOld])

  return {
    selectedId,
    index,
    selected: rows[index],
    select: setSelectedId,
    /** Selects a lead and moves the focus to its row, as soon as it is rendered. */
    focusRow(leadId: number) {
      setSelectedId(leadId)
      if (!document.activeElement?.closest(keepsFocus)) wantsFocus.current = leadId
    },
    /** The row that is one further; the first one where none is selected. */
    indexBeside(step: 1 | -1) {
      if (index >= 0) return index + step
      const { index: lastIndex, key: lastKey } = last.current
      if (lastIndex < 0 || lastKey !== key) return 0
      // The selected row has left the list, and the one below it is in its place.
      return step === 1 ? lastIndex : lastIndex - 1
    },
  }
}
