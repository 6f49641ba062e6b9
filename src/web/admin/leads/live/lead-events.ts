import type { LeadEvent, LeadEventName } from '#/contracts/leads/lead-events.ts'

/** Called as events arrive. */
export type EventHandlers = {
  onState: (state: 'live' | 'lost') => void
  onLead: (event: LeadEvent) => void
  onRemoved: (leadId: number) => void
  /** Events may have been missed. */
  onResync: () => void
  /** The connection was lost and is back, and the server has sent what came meanwhile. */
  onBack: () => void
  /** The server refused the connection, perhaps because the session has ended. */
  onRefused: () => void
}

/** Between two tries to connect: doubled after each. */
const shortestWaitMs = 500
const longestWaitMs = 15_000

/**
 * Subscribes to the server's events; answers a function that ends it. The browser reconnects by
 * itself and sends the id of the last event; where it gives up, as after an error answer, this
 * function reconnects, and calls `onResync`.
 */
export function openLeadEvents(url: string, handlers: EventHandlers): () => void {
  let source: EventSource
  let timer: ReturnType<typeof setTimeout> | undefined
  let waitMs = shortestWaitMs

  function open() {
    source = new EventSource(url, { withCredentials: true })
    let isFirst = true
    const on = (name: LeadEventName, handle: (data: unknown) => void) =>
      source.addEventListener(name, (event) => handle(JSON.parse(event.data)))

    on('ready', () => {
      waitMs = shortestWaitMs
      handlers.onState('live')
      // Between the page's first requests and this connection leads may have changed.
      if (isFirst) handlers.onResync()
      else handlers.onBack()
      isFirst = false
    })
    on('lead', (data) => handlers.onLead(data as LeadEvent))
    on('removed', (data) => handlers.onRemoved((data as { leadId: number }).leadId))
    on('resync', handlers.onResync)
    source.addEventListener('error', () => {
      handlers.onState('lost')
      if (source.readyState !== EventSource.CLOSED) return
      handlers.onRefused()
      timer = setTimeout(open, waitMs)
      waitMs = Math.min(longestWaitMs, waitMs * 2)
    })
  }

  open()
  return () => {
    clearTimeout(timer)
    source.close()
  }
}
