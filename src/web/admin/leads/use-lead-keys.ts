import { useEffect, useEffectEvent } from 'react'

/** What the keys of the list do. */
export type LeadKeyActions = {
  search: () => void
  /** By one row: 1 is down, -1 is up. */
  move: (step: 1 | -1) => void
  toggle: () => void
}

const actionOfKey: Record<string, (actions: LeadKeyActions) => void> = {
  '/': ({ search }) => search(),
  arrowdown: ({ move }) => move(1),
  j: ({ move }) => move(1),
  arrowup: ({ move }) => move(-1),
  k: ({ move }) => move(-1),
  c: ({ toggle }) => toggle(),
}

function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof Element &&
    target.closest('input, select, textarea, [contenteditable]') !== null
  )
}

/** Listens to the keys of the list: never while someone types, never for the browser's own. */
export function useLeadKeys(actions: LeadKeyActions): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return
    const key = event.key.toLowerCase()
    // A key that is held down moves on, but it marks once.
    if (key === 'c' && event.repeat) return
    const action = actionOfKey[key]
    if (!action) return
    event.preventDefault()
    action(actions)
  })

  useEffect(() => {
    const listen = (event: KeyboardEvent) => act(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
