import type { FastifyInstance } from 'fastify'
import { healthPaths } from '#/contracts/routes.ts'

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

/** A check by a proxy, several times a minute, is no event. */
const checkedPaths: readonly string[] = [healthPaths.alive, healthPaths.ready]

/** Logs a line for each request that a route has handled, with its id, which the response carries too. */
export function watchRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', ({ id: reqId, url, method, routeOptions }, reply, done) => {
    const { statusCode: status, elapsedTime } = reply
    const path = routeOptions.url ?? plainPath(url)
    if (!checkedPaths.includes(path))
      app.log.info({ reqId, method, path, status, ms: Math.round(elapsedTime) }, 'request')
    done()
  })
}
