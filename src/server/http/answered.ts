import type { FastifyInstance } from 'fastify'

/** A request whose response is sent, or whose client is gone. */
export type Answered = {
  id: string
  method: string
  /** The route's pattern, or the beginning of an address that leads to none: see `plainPath`. */
  path: string
  status: number
  ms: number
}

/**
 * The beginning of an address that leads to no route, for the log. The whole of it may be a secret
 * that opens a page, written in a way that no route knows: `//request/…`, `/%72equest/…`. So only
 * plain words are kept, and more than one only below roots that have no such pages.
 * `deploy/breezeway-log.caddy` does the same.
 */
export function plainPath(address: string): string {
  const [path = ''] = /^\/(?:api|admin|services)(?:\/[a-z-]+)*|^\/[a-z-]*/.exec(address) ?? []
  return path
}

/** Called for each request that is over. */
export type OnAnswered = (answered: Answered) => void

/** Calls back for each request that a route has handled. The response carries the request's id. */
export function watchRequests(app: FastifyInstance, onAnswered: OnAnswered): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { id, url, method } = request
    const pattern = request.routeOptions.url
    onAnswered({
      id,
      method,
      path: pattern ?? plainPath(url),
      status: reply.statusCode,
      ms: reply.elapsedTime,
    })
    done()
  })
}
