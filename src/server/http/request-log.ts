import type { FastifyInstance } from 'fastify'

/**
 * One line for each request, with its id, which the answer carries too. The query is left out: it
 * may hold what somebody searched for.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { url, method } = request
    const query = url.indexOf('?')
    const path = query < 0 ? url : url.slice(0, query)
    const ms = Math.round(reply.elapsedTime)
    request.log.info({ method, path, status: reply.statusCode, ms }, 'request')
    done()
  })
}
