import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import { mostAtOnce } from '#/contracts/limits.ts'

const nothing: ReadonlySet<number> = new Set()

type Choice = {
  /** Of which list: another list begins with nothing selected. */
  key: string
  ids: ReadonlySet<number>
  /** From where a range goes, and what was selected before it. */
  anchor?: number | undefined
  before: ReadonlySet<number>
}

/**
 * Which of the rows are selected, for work on several at once. A lead that has left the list is not: no
 * one works on what they do not see.
 */
export function useMany({ rows, key }: { rows: readonly LeadEntry[]; key: string }) {
  const [choice, setChoice] = useState<Choice>({ key, ids: nothing, before: nothing })
  const shown = useRef({ rows, key })
  useLayoutEffect(() => {
    shown.current = { rows, key }
  })

  const chosen = useMemo(
    () => (choice.key === key ? rows.filter(({ id }) => choice.ids.has(id)) : []),
    [choice, rows, key],
  )
  const actions = useMemo(() => {
    const select = (ids: Iterable<number>) => {
      const first = new Set([...ids].slice(0, mostAtOnce))
      setChoice({ key: shown.current.key, ids: first, before: first })
    }
    return {
      /** Selects exactly these, as far as they are not too many. */
      select,
      toggle(id: number) {
        setChoice((last) => {
          const ids = new Set(last.key === shown.current.key ? last.ids : nothing)
          if (!ids.delete(id) && ids.size < mostAtOnce) ids.add(id)
          return { key: shown.current.key, ids, before: ids, anchor: id }
        })
      },
      /** Selects the rows from the one that was selected last, or another one, to this one. */
      extendTo(id: number, from = id) {
        setChoice((last) => {
          const present = shown.current
          const isSame = last.key === present.key
          const isThere = (row: LeadEntry) => row.id === last.anchor
          const anchor = isSame && present.rows.some(isThere) ? (last.anchor ?? from) : from
          const before = isSame ? last.before : nothing
          const ends = [anchor, id].map((end) => present.rows.findIndex((row) => row.id === end))
          const [start = 0, end = 0] = ends.toSorted((a, b) => a - b)
          const range = present.rows.slice(Math.max(start, 0), end + 1).map((row) => row.id)
          const ids = new Set([...new Set([...before, ...range])].slice(0, mostAtOnce))
          return { key: present.key, ids, before, anchor }
        })
      },
      clear: () => select([]),
      selectAll: () => select(shown.current.rows.map(({ id }) => id)),
    }
  }, [])
  return { ...actions, chosen }
}
