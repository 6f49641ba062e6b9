import { Client, type ClientConfig } from 'pg'
import type { Channel, Listener } from '../database.ts'
import { answerMs, withClient } from '../with-client.ts'
import { isReadOnly } from './session.ts'

/** The pause after a failed attempt to connect again. */
const retryMs = 500
/**
 * How often the server is asked whether it still answers and takes writes; seldom where this process has
 * started it, because its end closes the connection.
 */
const watchEveryMs = { usual: 5_000, own: 60_000 }
const watchTimeoutMs = 2_000

export type StandingOptions = {
  connection: ClientConfig
  /** Called before each connection: starts the server. */
  reach?: () => Promise<void>
  /** Called for each new connection, and again each time that the server answers. */
  onAnswer?: () => void
  /** Called when the connection is lost. */
  onLost?: () => void
  /** Called with the error of each failed attempt to connect again. */
  onFailure: (error: Error) => void
}

/** A connection that is opened at the start and opened again whenever it is lost. */
export type StandingConnection = ReturnType<typeof createStandingConnection>

const clientOptions: ClientConfig = {
  application_name: 'breezeway listener',
  connectionTimeoutMillis: answerMs,
  query_timeout: answerMs,
  keepAlive: true,
}

/** True if a new connection reaches a server that takes writes. */
async function leadsToWriter(connection: ClientConfig): Promise<boolean> {
  const ask = async (client: Client) => !(await isReadOnly(client, watchTimeoutMs))
  return withClient({ ...connection, ...clientOptions }, ask).catch(() => false)
}

/**
 * Keeps one connection open for LISTEN, which ends with its connection. A query now and then detects a
 * connection that was lost without notice, and a server that takes no writes any more while its address
 * leads to one that does.
 */
export function createStandingConnection(options: StandingOptions) {
  const everyMs = options.reach ? watchEveryMs.own : watchEveryMs.usual
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
    // Without saying goodbye: a server that hangs would not answer.
    lost.connection.stream.destroy()
    if (isClosed) return
    options.onLost?.()
    for (const listener of allListeners()) listener.onLost?.()
    timer = setTimeout(reconnect, 0)
  }

  function watch(watched: Client) {
    timer = setTimeout(async () => {
      try {
        const isStuck = await isReadOnly(watched, watchTimeoutMs)
        if (isStuck && (await leadsToWriter(options.connection))) return handleLoss(watched)
        if (client !== watched) return
        options.onAnswer?.()
        watch(watched)
      } catch {
        handleLoss(watched)
      }
    }, everyMs)
    timer.unref()
  }

  async function connect() {
    await options.reach?.()
    const newClient = new Client({ ...options.connection, ...clientOptions })
    newClient.on('error', () => handleLoss(newClient))
    newClient.on('end', () => handleLoss(newClient))
    newClient.on('notification', ({ channel, payload = '' }) => {
      for (const listener of listeners.get(channel as Channel) ?? []) listener.onMessage(payload)
    })
    try {
      await newClient.connect()
      for (const channel of listeners.keys()) await newClient.query(`listen ${channel}`)
      options.onAnswer?.()
    } catch (error) {
      // As in handleLoss: each attempt would leave a connection to a server that hangs.
      newClient.connection.stream.destroy()
      throw error
    }
    if (isClosed) return newClient.end()
    client = newClient
    watch(newClient)
    for (const listener of allListeners()) listener.onRestored?.()
  }

  /** Opens a connection, unless there is one; throws if that fails. */
  async function open() {
    if (client) return
    connecting ??= connect().finally(() => {
      connecting = undefined
    })
    await connecting
  }

  async function reconnect() {
    try {
      await open()
    } catch (error) {
      if (isClosed) return
      options.onFailure(error as Error)
      timer = setTimeout(reconnect, retryMs)
    }
  }

  return {
    open,
    /** Calls `onLost` at once if there is no connection yet, or if it is lost meanwhile. */
    async listen(channel: Channel, listener: Listener) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener])
      if (!client) return listener.onLost?.()
      const asked = client
      // A server that goes away just now is lost as at any other time: the next connection listens.
      await asked.query(`listen ${channel}`).catch(() => handleLoss(asked))
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await connecting?.catch(() => {})
      await client?.end().catch(() => {})
    },
  }
}
