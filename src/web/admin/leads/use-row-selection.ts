import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { Lead } from '#/contracts/leads.ts'

function focusRow(body: HTMLElement | null, leadId: number) {
  const row = body?.querySelector<HTMLElement>(`[data-lead="${leadId}"]`)
  row?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
}

/**
 * The row that the keys act on: the one that has the focus, or had it last. It is the focus that
 * moves, so a screen reader reads the row that is come to.
 */
export function useRowSelection(
  leads: readonly Lead[],
  body: RefObject<HTMLTableSectionElement | null>,
) {
  const [selectedId, setSelectedId] = useState<number>()
  const index = leads.findIndex(({ id }) => id === selectedId)
  const lastIndex = useRef(0)

  useLayoutEffect(() => {
    if (index >= 0) {
      lastIndex.current = index
      return
    }
    if (selectedId === undefined) return
    // The row has left the list. If it took the focus with it, the row in its place has it now.
    setSelectedId(undefined)
    const heir = leads[Math.min(lastIndex.current, leads.length - 1)]
    if (heir && document.activeElement === document.body) focusRow(body.current, heir.id)
  }, [index, selectedId, leads, body])

  function move(step: 1 | -1) {
    const next = index < 0 ? leads[0] : leads[index + step]
    if (next) focusRow(body.current, next.id)
  }

  return {
    selected: leads[index],
    select: useCallback((id: number) => setSelectedId(id), []),
    move,
  }
}
