import { Client, type ClientConfig } from 'pg'
import type { Channel, Listen, Listener } from './database.ts'

/** The first pause after a failed attempt to connect again; each failure doubles it. */
const firstRetryMs = 100
const maxRetryMs = 5_000
const keepAliveMs = 10_000
const answerTimeoutMs = 5_000

export type StandingOptions = {
  /** Called before each connection: the address may change. */
  connection: () => ClientConfig
  /** Called before each connection: starts the embedded server if it does not run. */
  ensureRunning?: () => Promise<void>
  /** The first statement on each new connection. */
  firstStatement?: string
  /** Called with the error of each failed attempt to connect again. */
  onFailure: (error: Error) => void
}

/** A connection that is opened at the start and opened again whenever it is lost. */
export type StandingConnection = {
  /** Opens the first connection, unless there is one; throws if that fails. */
  open: () => Promise<void>
  /** Calls `onLost` at once if there is no connection yet. */
  listen: Listen
  close: () => Promise<void>
}

/**
 * Keeps one connection open for LISTEN and for session locks, which both end with their connection.
 * A query every `keepAliveMs` detects a connection that was lost without notice.
 */
export function createStandingConnection(options: StandingOptions): StandingConnection {
  const listeners = new Map<Channel, Listener[]>()
  let client: Client | undefined
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let connecting: Promise<void> | undefined

  const allListeners = () => [...listeners.values()].flat()

  function handleLoss(lost: Client) {
    if (client !== lost) return
    client = undefined
    clearTimeout(timer)
    lost.end().catch(() => {})
    if (isClosed) return
    for (const listener of allListeners()) listener.onLost?.()
    timer = setTimeout(reconnect, 0, firstRetryMs)
  }

  function watch(watched: Client) {
    timer = setTimeout(async () => {
      try {
        await watched.query('select 1')
        if (client === watched) watch(watched)
      } catch {
        handleLoss(watched)
      }
    }, keepAliveMs)
    timer.unref()
  }

  async function connect() {
    await options.ensureRunning?.()
    const newClient = new Client({
      ...options.connection(),
      application_name: 'breezeway listener',
      connectionTimeoutMillis: answerTimeoutMs,
      query_timeout: answerTimeoutMs,
      keepAlive: true,
    })
    newClient.on('error', () => handleLoss(newClient))
    newClient.on('end', () => handleLoss(newClient))
    newClient.on('notification', ({ channel, payload = '' }) => {
      for (const listener of listeners.get(channel as Channel) ?? []) listener.onMessage(payload)
    })
    try {
      await newClient.connect()
      if (options.firstStatement) await newClient.query(options.firstStatement)
      for (const channel of listeners.keys()) await newClient.query(`listen ${channel}`)
    } catch (error) {
      newClient.end().catch(() => {})
      throw error
    }
    if (isClosed) return newClient.end()
    client = newClient
    watch(newClient)
  }

  async function reconnect(retryMs: number) {
    try {
      connecting = connect()
      await connecting
    } catch (error) {
      if (isClosed) return
      options.onFailure(error as Error)
      timer = setTimeout(reconnect, retryMs, Math.min(2 * retryMs, maxRetryMs))
      return
    }
    if (!isClosed) for (const listener of allListeners()) listener.onRestored?.()
  }

  return {
    async open() {
      if (client) return
      connecting = connect()
      await connecting
      for (const listener of allListeners()) listener.onRestored?.()
    },
    async listen(channel, listener) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener])
      if (client) await client.query(`listen ${channel}`)
      else listener.onLost?.()
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await connecting?.catch(() => {})
      await client?.end().catch(() => {})
    },
  }
}
