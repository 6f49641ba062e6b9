import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { refusals as words } from '#/content/refusals.ts'
import { clientKey } from './client-address.ts'
import { AppError } from './errors.ts'
import type { Refuse } from './refusals.ts'

/** How many requests may be in flight at once of one client, and in work of all. */
export type FlightLimits = { client: number; all: number }

/** Far above what people cause: a browser opens six connections. */
export const usualFlightLimits: FlightLimits = { client: 100, all: 2_000 }

/** The longest that the work for a request goes on after its client has left: no query takes longer. */
const longestWorkMs = 20_000

/** Returns the refusal for a process that has too much to do. */
export function tooBusy(): AppError {
  return new AppError('unavailable', words.tooBusy, { retryAfterSeconds: 2 })
}

/**
 * True from when a request has arrived until its answer begins: before and after that a slow client
 * costs little, and must not use up what is there for all.
 */
const isInWork = ({ req, headersSent }: ServerResponse) => req.complete && !headersSent

/** Counts the requests in flight until they are answered, and refuses those that are too many. */
export function registerInFlight(
  app: FastifyInstance,
  refuse: Refuse,
  limits: FlightLimits = usualFlightLimits,
): void {
  const ofClient = new Map<string, number>()
  const ofAll = new Set<ServerResponse>()
  const countOf = (key: string) => ofClient.get(key) ?? 0

  function isProcessFull(): boolean {
    if (ofAll.size < limits.all) return false
    return [...ofAll].filter(isInWork).length >= limits.all
  }

  function release(response: ServerResponse, key: string): void {
    ofAll.delete(response)
    if (countOf(key) > 1) ofClient.set(key, countOf(key) - 1)
    else ofClient.delete(key)
  }

  app.addHook('onRequest', (request, reply, done) => {
    const key = clientKey(request.ip)
    if (countOf(key) >= limits.client || isProcessFull())
      return void reply.send(refuse(request, reply, tooBusy()))
    ofClient.set(key, countOf(key) + 1)
    const { raw: response } = reply
    ofAll.add(response)
    const { socket } = request.raw
    function end() {
      response.off('close', end)
      socket.off('close', end)
      // Queries go on when the client has left.
      if (response.writableEnded) release(response, key)
      else setTimeout(release, longestWorkMs, response, key).unref()
    }
    response.once('close', end)
    // Node does not tell a response that waits behind another one of its connection.
    socket.setMaxListeners(0).once('close', end)
    done()
  })
}
