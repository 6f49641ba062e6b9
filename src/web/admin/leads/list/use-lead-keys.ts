import { useEffect, useEffectEvent } from 'react'
import { readPreference } from '../live/preferences.ts'

/** What the keys of the list do. */
export type LeadKeyActions = {
  search: () => void
  /** By one row: 1 is down, -1 is up. */
  move: (step: 1 | -1) => void
  /** To one end of the list. */
  goToEnd: (end: 'newest' | 'oldest') => void
  toggle: () => void
  note: () => void
  close: () => void
  help: () => void
}

type Act = (actions: LeadKeyActions) => void

const namedKeys: Record<string, Act> = {
  ArrowDown: ({ move }) => move(1),
  ArrowUp: ({ move }) => move(-1),
  Home: ({ goToEnd }) => goToEnd('newest'),
  End: ({ goToEnd }) => goToEnd('oldest'),
  Escape: ({ close }) => close(),
}

/** These can be switched off: someone who speaks to the computer may type them unawares. */
const singleKeys: Record<string, Act> = {
  '/': ({ search }) => search(),
  j: ({ move }) => move(1),
  k: ({ move }) => move(-1),
  c: ({ toggle }) => toggle(),
  n: ({ note }) => note(),
  '?': ({ help }) => help(),
}

const marksOnce = ['c', 'n']

/** Controls that know what to do with the keys themselves. */
const ownKeys = 'input, select, textarea, summary, [contenteditable], [role=tab]'

function actionOf({ key }: KeyboardEvent): Act | undefined {
  if (Object.hasOwn(namedKeys, key)) return namedKeys[key]
  const single = key.toLowerCase()
  if (!Object.hasOwn(singleKeys, single) || !readPreference('singleKeys')) return undefined
  return singleKeys[single]
}

/** Listens to the keys of the list: never while someone types, never for the browser's own. */
export function useLeadKeys(actions: LeadKeyActions): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return
    // Another dialog than the panel has the page to itself.
    if (document.querySelector('dialog.settings')) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target instanceof Element && event.target.closest(ownKeys)) return
    // A key that is held down moves on, but it marks once.
    if (event.repeat && marksOnce.includes(event.key.toLowerCase())) return
    const action = actionOf(event)
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
