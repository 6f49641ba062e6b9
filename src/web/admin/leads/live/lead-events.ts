import type { LeadEvent, LeadEventName } from '#/contracts/lead-events.ts'

/** What is done with what the server says. */
export type EventHandlers = {
  onState: (state: 'live' | 'lost') => void
  onLead: (event: LeadEvent) => void
  onRemoved: (leadId: number) => void
  onResync: () => void
  /** The server did not take the connection: perhaps nobody is signed in any more. */
  onRefused: () => void
}

const shortestWaitMs = 500
const longestWaitMs = 15_000

/**
 * Hears the server's events. The browser itself opens a lost connection again and says how far it
 * had come; only where it gives up, as on an error answer, we do, and then all is read again.
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
      // What was read before this connection may lack what happened in between.
      if (isFirst) handlers.onResync()
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
