import type { FastifyInstance, FastifyRequest } from 'fastify'

/** No query takes longer, so nothing is in work any more this long after its client has left. */
const longestWorkMs = 20_000

const isRead = (method: string) => method === 'GET' || method === 'HEAD'

/** Counts the requests that are in work. */
export type Work = {
  count: () => number
  /** The client of a request has its whole answer, or is gone without it. */
  leave: (request: FastifyRequest, isAnswered: boolean) => void
  register: (app: FastifyInstance) => void
}

/**
 * A request is in work while it costs us something: not while its body is still arriving, nor while
 * its answer is being sent. So slow clients do not count, and a thousand of them refuse nobody.
 */
export function createWork(): Work {
  const inWork = new WeakSet<FastifyRequest>()
  let count = 0

  function begin(request: FastifyRequest): void {
    if (inWork.has(request)) return
    inWork.add(request)
    count += 1
  }

  function end(request: FastifyRequest): void {
    if (inWork.delete(request)) count -= 1
  }

  return {
    count: () => count,
    leave(request, isAnswered) {
      // Something below Fastify may have answered.
      if (isAnswered) end(request)
      // Else its queries go on.
      else if (inWork.has(request)) setTimeout(end, longestWorkMs, request).unref()
    },
    register(app) {
      app.addHook('onRequest', (request, _reply, done) => {
        begin(request)
        done()
      })
      app.addHook('preParsing', (request, _reply, _payload, done) => {
        end(request)
        done()
      })
      app.addHook('preValidation', (request, _reply, done) => {
        begin(request)
        done()
      })
      // What was to be stored is stored; what was to be read nobody reads any more.
      app.addHook('preHandler', (request, reply, done) => {
        if (!request.raw.socket.destroyed || !isRead(request.method)) return done()
        end(request)
        reply.hijack()
      })
      app.addHook('onSend', (request, _reply, payload, done) => {
        end(request)
        done(null, payload)
      })
    },
  }
}
