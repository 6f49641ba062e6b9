import type { LeadEvent } from '#/contracts/leads/lead-events.ts'
import { createStore } from '../../store.ts'
import { type EventHandlers, openLeadEvents } from './lead-events.ts'

/** Whether the server's events arrive: not yet, now, or not for the moment. */
export type LiveState = 'connecting' | 'live' | 'lost'

/** What a part of the page does when something has happened. */
export type LiveListener = {
  onLead?: (event: LeadEvent) => void
  /** The server has stored a status that this page has set, and nothing else of the lead is new. */
  onOwnStatus?: (event: LeadEvent) => void
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

/** How long after a change the server's event of it may come. */
const echoMs = 10_000

/** The statuses that this page has set, by the lead, and when. */
const ownStatuses = new Map<number, { isContacted: boolean; at: number }>()

/** The server's event of this change is no news. */
export function expectStatus(leadId: number, isContacted: boolean): void {
  ownStatuses.set(leadId, { isContacted, at: Date.now() })
}

/** Tells of a status that this page has set. */
export function announceOwnStatus(event: LeadEvent): void {
  for (const { onOwnStatus } of listeners) onOwnStatus?.(event)
}

function tellOfEvent(event: LeadEvent): void {
  const { id, isContacted } = event.lead
  const own = ownStatuses.get(id)
  const isEcho = !event.isNew && own?.isContacted === isContacted && Date.now() - own.at < echoMs
  if (isEcho) ownStatuses.delete(id)
  if (isEcho) announceOwnStatus(event)
  else announceLead(event)
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
    onLead: tellOfEvent,
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
