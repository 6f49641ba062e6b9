import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { refusals as words } from '#/content/refusals.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { healthPaths } from '#/contracts/routes.ts'
import { clientKey } from './client-address.ts'
import { AppError } from './errors.ts'
import type { Refuse } from './refusals.ts'

/** The longest that the work for a request goes on after its client has left: no query takes longer. */
const longestWorkMs = 20_000

const watched: ReadonlySet<string> = new Set(Object.values(healthPaths))

/**
 * True from when a request has arrived until its answer begins: before and after that a slow client
 * costs little, and must not use up what is there for all.
 */
const isInWork = ({ req, headersSent }: ServerResponse) => req.complete && !headersSent

/**
 * Counts the requests in flight until they are answered, and refuses those that are too many: of one client at
 * once, far above what people cause, whose browser opens six connections, and in work of all. There leads are
 * refused last, and a look at the health never: a process that is ended for what it has to do is later still.
 */
export function registerInFlight(
  app: FastifyInstance,
  refuse: Refuse,
  { client = 100, all = 1_000 }: { client?: number; all?: number } = {},
): void {
  const ofClient = new Map<string, number>()
  const ofAll = new Set<ServerResponse>()
  const countOf = (key: string) => ofClient.get(key) ?? 0

  function isTooMuchInWork(url = ''): boolean {
    if (watched.has(url)) return false
    const most = url === api.contact.path ? 2 * all : all
    return ofAll.size >= most && [...ofAll].filter(isInWork).length >= most
  }

  function release(response: ServerResponse, key: string): void {
    ofAll.delete(response)
    if (countOf(key) > 1) ofClient.set(key, countOf(key) - 1)
    else ofClient.delete(key)
  }

  app.addHook('onRequest', (request, reply, done) => {
    const key = clientKey(request.ip)
    if (countOf(key) >= client || isTooMuchInWork(request.routeOptions.url)) {
      const error = new AppError('unavailable', words.tooBusy, { retryAfterSeconds: 2 })
      return void reply.send(refuse(request, reply, error))
    }
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
