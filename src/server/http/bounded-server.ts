import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { FastifyServerFactory, FastifyServerOptions } from 'fastify'
import { takesPhotos } from '#/contracts/routes.ts'
import type { Draining } from './draining.ts'
import type { InFlight } from './in-flight.ts'
import type { CheckHost } from './own-hosts.ts'
import { type Refusals, stopping, tooSlow, unreadable } from './refusals.ts'

/** How long a client may take. */
export type Patience = {
  /** For the headers of a request, and then for its body. */
  requestMs: number
  /** Between two bytes, either way: also for a client that does not read the response. */
  silenceMs: number
}

/** A phone on a slow network sends a long message in a tenth of this. */
export const usualPatience: Patience = { requestMs: 30_000, silenceMs: 30_000 }

/** Photographs may take longer, if they come as fast as a phone on a bad network sends them. */
const uploadBytesPerSecond = 50_000

/** How soon a client that takes too long is noticed. */
const longestCheckMs = 5_000

/** How fast the body of a request must arrive. */
type BodyPace = {
  /** It may take this long. */
  ms: number
  /** And longer, while N bytes of it arrive in each second. */
  bytesPerSecond?: number
}

/** True for a request with a body. */
const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Calls back once if the body of a request arrives too slowly. */
function watchBody(
  request: IncomingMessage,
  { ms, bytesPerSecond }: BodyPace,
  onLate: () => void,
): void {
  const { socket } = request
  const began = performance.now()
  const bytesBefore = socket.bytesRead
  function check() {
    const arrived = socket.bytesRead - bytesBefore
    const earned = bytesPerSecond ? (arrived / bytesPerSecond) * 1000 : 0
    const left = ms + earned - (performance.now() - began)
    if (left <= 0) return onLate()
    timer = setTimeout(check, Math.max(50, left))
  }
  let timer = setTimeout(check, ms)
  request.once('close', () => clearTimeout(timer))
}

/** What handles requests before Fastify does. */
export type BoundedServerDeps = {
  inFlight: InFlight
  refusals: Refusals
  draining: Draining
  checkHost: CheckHost
}

/** Options for Fastify's server, with a bound on everything that strangers can cause. */
export function boundedServer(
  { requestMs, silenceMs }: Patience,
  { inFlight, refusals, draining, checkHost }: BoundedServerDeps,
): Pick<FastifyServerOptions, 'serverFactory' | 'clientErrorHandler' | 'return503OnClosing'> {
  const paceOf = ({ url = '' }: IncomingMessage) => ({
    ms: requestMs,
    ...(takesPhotos(url) && { bytesPerSecond: uploadBytesPerSecond }),
  })

  const serverFactory: FastifyServerFactory = (handler): Server => {
    const server = createServer({
      // Node's own limit knows no exception for photographs: see below.
      requestTimeout: 0,
      headersTimeout: requestMs,
      connectionsCheckingInterval: Math.min(longestCheckMs, requestMs / 4),
      // Longer than proxies wait before they close an idle connection themselves.
      keepAliveTimeout: 72_000,
      // Node would send a response of its own.
      requireHostHeader: false,
    })
    server.setTimeout(silenceMs)
    server.on('request', (request, response) => {
      if (!inFlight.admit(request, response)) return
      if (hasBody(request)) {
        watchBody(request, paceOf(request), () => inFlight.cutOff(request.socket, tooSlow()))
      }
      const phase = draining.phase()
      if (phase === 'refusing') return refusals.answer(response, stopping())
      if (phase === 'draining') response.setHeader('connection', 'close')
      const wrongHost = checkHost(request)
      if (wrongHost) return refusals.answer(response, wrongHost)
      handler(request, response)
    })
    return server
  }
  return {
    serverFactory,
    // Fastify would send a response of its own.
    return503OnClosing: false,
    clientErrorHandler(error, socket) {
      inFlight.cutOff(socket, unreadable(error))
    },
  }
}
