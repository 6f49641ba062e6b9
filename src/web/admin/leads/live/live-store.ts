import type { LeadEvent } from '#/contracts/lead-events.ts'
import { createStore } from '../../store.ts'
import { type EventHandlers, openLeadEvents } from './lead-events.ts'

/** Whether the server's events arrive: not yet, now, or not for the moment. */
export type LiveState = 'connecting' | 'live' | 'lost'

/** What a part of the page does when something has happened. */
export type LiveListener = {
  onLead?: (event: LeadEvent) => void
  onRemoved?: (leadId: number) => void
  /** Something may have been missed. */
  onResync?: () => void
  /** The server's events arrive again, and none was missed. */
  onBack?: () => void
}

const listeners = new Set<LiveListener>()
const state = createStore<LiveState>('connecting')

/** Whether the server's events arrive. */
export const useLiveState = state.use

/** Calls the listener for what happens to leads; answers how to stop. */
export function listenToLeads(listener: LiveListener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tells every listener of a lead. */
export function announceLead(event: LeadEvent): void {
  for (const { onLead } of listeners) onLead?.(event)
}

/** Tells every listener that something may have been missed. */
export function announceResync(): void {
  for (const { onResync } of listeners) onResync?.()
}

/** Opens the connection over which every listener is told; answers how to close it. */
export function startLive(url: string, onRefused: () => void): () => void {
  state.set('connecting')
  const handlers: EventHandlers = {
    onState: state.set,
    onRefused,
    onLead: announceLead,
    onRemoved(leadId) {
      for (const { onRemoved } of listeners) onRemoved?.(leadId)
    },
    onResync: announceResync,
    onBack() {
      for (const { onBack } of listeners) onBack?.()
    },
  }
  return openLeadEvents(url, handlers)
}
