import type { FastifyInstance } from 'fastify'
import { withoutToken } from '#/contracts/routes.ts'

/** A request whose answer is sent, or whose client is gone. */
export type Answered = {
  id: string
  method: string
  /** Without the query, which may hold what somebody searched for, and without secrets. */
  path: string
  /** The route's pattern: addresses themselves would be without number. */
  route: string
  status: number
  ms: number
}

/** Is told of each request that is over. */
export type OnAnswered = (answered: Answered) => void

/** Tells of each request that a route answers. The answer carries the request's id. */
export function watchRequests(app: FastifyInstance, onAnswered: OnAnswered): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { id, url, method } = request
    const query = url.indexOf('?')
    onAnswered({
      id,
      method,
      path: withoutToken(query < 0 ? url : url.slice(0, query)),
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: reply.elapsedTime,
    })
    done()
  })
}
