import type { LeadEvent } from '#/contracts/lead-events.ts'
import { type EventHandlers, openLeadEvents } from './lead-events.ts'

/** Whether what happens is heard: not yet, now, or not for the moment. */
export type LiveState = 'connecting' | 'live' | 'lost'

/** What a part of the page does when something has happened. */
export type LiveListener = {
  onLead?: (event: LeadEvent) => void
  onRemoved?: (leadId: number) => void
  /** Something may have been missed. */
  onResync?: () => void
}

const listeners = new Set<LiveListener>()
const stateListeners = new Set<() => void>()
let state: LiveState = 'connecting'

function setState(next: LiveState) {
  if (state === next) return
  state = next
  for (const listener of stateListeners) listener()
}

/** For useSyncExternalStore. */
export function subscribeToLiveState(listener: () => void): () => void {
  stateListeners.add(listener)
  return () => stateListeners.delete(listener)
}

/** Whether what happens is heard. */
export const liveState = (): LiveState => state

/** Hears what happens to leads; answers how to stop. */
export function listenToLeads(listener: LiveListener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Starts to hear what happens to leads, for every listener; answers how to stop. */
export function startLive(url: string, onRefused: () => void): () => void {
  setState('connecting')
  const handlers: EventHandlers = {
    onState: setState,
    onRefused,
    onLead(event) {
      for (const { onLead } of listeners) onLead?.(event)
    },
    onRemoved(leadId) {
      for (const { onRemoved } of listeners) onRemoved?.(leadId)
    },
    onResync() {
      for (const { onResync } of listeners) onResync?.()
    },
  }
  return openLeadEvents(url, handlers)
}
