import { useCallback } from 'react'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import { useMany } from './use-many.ts'
import { useManyChange } from './use-many-change.ts'

/** The id of the bar: a key leads to it. */
export const manyBarId = 'many-bar'

/** What is selected for work on several leads at once, and that work. */
export type ManyWork = ReturnType<typeof useManyWork>

/**
 * Selects rows of a list, and works on those that are selected. What was refused stays selected. The row
 * that the keys act on gets the focus that was in the bar.
 */
export function useManyWork(
  list: Parameters<typeof useMany>[0],
  { selected, focusRow }: { selected: LeadEntry | undefined; focusRow: (leadId: number) => void },
) {
  const { clear, select, toggle, extendTo, ...many } = useMany(list)
  function leaveBar() {
    const isThere = document.activeElement?.closest(`#${manyBarId}`)
    if (isThere && selected) focusRow(selected.id)
  }
  const change = useManyChange((refused) => {
    clear()
    select(refused.map(({ id }) => id))
    leaveBar()
  })
  const onChoose = useCallback(
    (leadId: number, isRange: boolean) => (isRange ? extendTo(leadId) : toggle(leadId)),
    [extendTo, toggle],
  )
  return {
    ...many,
    ...change,
    /** Selects a row or no longer; with `isRange` all from the one that was selected last. */
    onChoose,
    toggle,
    extendTo,
    isOpen: many.chosen.length > 0 || change.refused.length > 0,
    clear() {
      clear()
      change.forget()
      leaveBar()
    },
  }
}
