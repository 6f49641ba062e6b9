import { useLayoutEffect, useRef, useState } from 'react'
import type { LeadEntry } from '#/contracts/leads/leads.ts'

const elementOf = (leadId: number | undefined) =>
  document.querySelector<HTMLElement>(`[data-lead="${leadId}"]`)

/** Moves the focus to the row of this lead, which selects it. */
function focusRow(lead: LeadEntry | undefined): void {
  const row = elementOf(lead?.id)
  row?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
}

/**
 * Returns the row that the keys act on, and how the focus moves to another one. It is the row that has
 * the focus, or had it last: a screen reader reads the row that is come to.
 */
export function useSelectedRow(rows: readonly LeadEntry[], openId: number | undefined) {
  const [selectedId, select] = useState(openId)
  const lastIndex = useRef(-1)
  const index = rows.findIndex(({ id }) => id === selectedId)

  /** Moves the focus to the selected row, or to the one that is in its place. */
  const focusSelected = () =>
    focusRow(rows[index] ?? rows[Math.min(Math.max(lastIndex.current, 0), rows.length - 1)])

  useLayoutEffect(() => {
    if (index >= 0) lastIndex.current = index
    // The row has left the list, and took the focus with it.
    else if (lastIndex.current >= 0 && document.activeElement === document.body) focusSelected()
  })

  useLayoutEffect(() => {
    if (openId === undefined) return
    // A link or the browser's buttons may have opened it.
    select(openId)
    // Beside a panel rows have another height.
    elementOf(openId)?.scrollIntoView({ block: 'nearest' })
  }, [openId])

  return {
    selectedId,
    select,
    focusRow,
    focusSelected,
    /** Returns the lead that is one row further: 1 is down, -1 is up. */
    beside(step: 1 | -1): LeadEntry | undefined {
      if (index >= 0) return rows[index + step]
      // The selected row has left the list, and the one below it is in its place.
      return rows[Math.max(lastIndex.current, 0) + (step === 1 ? 0 : -1)]
    },
  }
}
