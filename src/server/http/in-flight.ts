import type { FastifyInstance } from 'fastify'
import { refusals as words } from '#/content/refusals.ts'
import { clientKey, countedKeys } from './client-address.ts'
import { AppError } from './errors.ts'
import type { Refuse } from './refusals.ts'

/** How many requests may be in flight at once, of one client and of all. */
export type FlightLimits = { client: number; all: number }

/** Far above what people cause: a browser opens six connections. */
export const usualFlightLimits: FlightLimits = { client: 100, all: 2_000 }

/** The longest that the work for a request goes on after its client has left: no query takes longer. */
const longestWorkMs = 20_000

/** Returns the refusal for a process that has too much to do. */
export function tooBusy(): AppError {
  return new AppError('unavailable', words.tooBusy, { retryAfterSeconds: 2 })
}

/** Counts the requests in flight until they are answered, and refuses those that are too many. */
export function registerInFlight(
  app: FastifyInstance,
  refuse: Refuse,
  limits: FlightLimits = usualFlightLimits,
): void {
  const ofClient = new Map<string, number>()
  let ofAll = 0
  const countOf = (key: string) => ofClient.get(key) ?? 0

  function release(keys: string[]): void {
    ofAll -= 1
    for (const key of keys) {
      if (countOf(key) > 1) ofClient.set(key, countOf(key) - 1)
      else ofClient.delete(key)
    }
  }

  app.addHook('onRequest', (request, reply, done) => {
    const counted = countedKeys(clientKey(request.ip))
    const isFull = counted.some(([key, times]) => countOf(key) >= limits.client * times)
    if (isFull || ofAll >= limits.all) return void reply.send(refuse(request, reply, tooBusy()))
    const keys = counted.map(([key]) => key)
    for (const key of keys) ofClient.set(key, countOf(key) + 1)
    ofAll += 1
    const { raw: response } = reply
    const { socket } = request.raw
    function end() {
      response.off('close', end)
      socket.off('close', end)
      // Queries go on when the client has left.
      if (response.writableEnded) release(keys)
      else setTimeout(release, longestWorkMs, keys).unref()
    }
    response.once('close', end)
    // Node does not tell a response that waits behind another one of its connection.
    socket.setMaxListeners(0).once('close', end)
    done()
  })
}
