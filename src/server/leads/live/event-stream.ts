import { Readable } from 'node:stream'
import type { FeedEvent } from './live-feed.ts'

/** A client that is further behind than this is told to fetch everything instead. */
const mostPending = 1_000

/** The text of a server-sent event. JSON has no line breaks of its own. */
function formatEvent({ id, name, data }: FeedEvent): string {
  return `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}

/** One inbox's events as a stream that holds little, however slowly it is read. */
export type EventStream = {
  readable: Readable
  send: (events: readonly FeedEvent[]) => void
  /** Something to keep the connection from looking idle. */
  keepAlive: () => void
  end: () => void
}

/** Opens the stream of one inbox. Browsers come back after `retryMs` when it breaks. */
export function openEventStream(retryMs: number): EventStream {
  let pending: FeedEvent[] = []
  let wantsMore = false
  const readable = new Readable({
    read() {
      wantsMore = true
      flush()
    },
  })
  readable.push(`retry: ${retryMs}\n\n`)

  function flush() {
    while (wantsMore) {
      const next = pending.shift()
      if (!next) return
      wantsMore = readable.push(formatEvent(next))
    }
  }

  return {
    readable,
    send(events) {
      pending.push(...events)
      const last = pending.at(-1)
      if (pending.length > mostPending && last) {
        pending = [{ id: last.id, name: 'resync', data: {} }]
      }
      flush()
    },
    keepAlive() {
      if (wantsMore && pending.length === 0) wantsMore = readable.push(': beat\n\n')
    },
    end() {
      if (!readable.readableEnded && !readable.destroyed) readable.push(null)
    },
  }
}
