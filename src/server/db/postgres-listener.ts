import { Client } from 'pg'
import type { Channel, Listen, Listener } from './signals.ts'

const retryMs = 100
const heartbeatMs = 10_000
const answerTimeoutMs = 5_000

/**
 * Listens on one connection of its own, and on a new one whenever that is lost. A connection that
 * went silently is found by asking it something from time to time.
 */
export function createPostgresListener(connectionString: string): {
  listen: Listen
  close: () => Promise<void>
} {
  const listeners = new Map<Channel, Listener[]>()
  let client: Client | undefined
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let connecting: Promise<void> | undefined

  const everyListener = () => [...listeners.values()].flat()

  function lose(lost: Client) {
    if (client !== lost) return
    client = undefined
    clearTimeout(timer)
    lost.end().catch(() => {})
    if (isClosed) return
    for (const listener of everyListener()) listener.onLost?.()
    timer = setTimeout(reconnect, retryMs)
  }

  function watch(watched: Client) {
    timer = setTimeout(async () => {
      try {
        await watched.query('select 1')
        if (client === watched) watch(watched)
      } catch {
        lose(watched)
      }
    }, heartbeatMs)
    timer.unref()
  }

  async function connect() {
    const fresh = new Client({
      connectionString,
      application_name: 'breezeway listener',
      connectionTimeoutMillis: answerTimeoutMs,
      query_timeout: answerTimeoutMs,
      keepAlive: true,
    })
    fresh.on('error', () => lose(fresh))
    fresh.on('end', () => lose(fresh))
    fresh.on('notification', ({ channel, payload = '' }) => {
      for (const listener of listeners.get(channel as Channel) ?? []) listener.onMessage(payload)
    })
    try {
      await fresh.connect()
      for (const channel of listeners.keys()) await fresh.query(`listen ${channel}`)
    } catch (error) {
      fresh.end().catch(() => {})
      throw error
    }
    if (isClosed) return fresh.end()
    client = fresh
    watch(fresh)
  }

  async function reconnect() {
    try {
      connecting = connect()
      await connecting
    } catch {
      if (!isClosed) timer = setTimeout(reconnect, retryMs)
      return
    }
    if (!isClosed) for (const listener of everyListener()) listener.onRestored?.()
  }

  return {
    async listen(channel, listener) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener])
      connecting ??= connect()
      await connecting
      await client?.query(`listen ${channel}`)
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await connecting?.catch(() => {})
      await client?.end().catch(() => {})
    },
  }
}
