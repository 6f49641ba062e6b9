import { Readable } from 'node:stream'
import type { FeedEvent } from './live-feed.ts'

/** A client that is further behind than this fetches everything again instead. */
const mostPending = 1_000

/** The text of a server-sent event. JSON has no line breaks of its own. */
function formatEvent({ id, name, data }: FeedEvent): string {
  return `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}

/** The events of one inbox as a stream. Holds a bounded number of them, however slow the client. */
export type EventStream = {
  readable: Readable
  send: (events: readonly FeedEvent[]) => void
  /** Sends a comment, so that proxies do not close the connection as idle. */
  keepAlive: () => void
  end: () => void
}

/** Opens the stream of one inbox. Browsers reconnect after `retryMs` when it breaks. */
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
      // What is sent from now on stays pending: after its end a stream must not be written to.
      wantsMore = false
      readable.push(null)
    },
  }
}
