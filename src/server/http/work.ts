import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * No query takes longer, so a request is not in work any more this long after its client has left.
 */
const longestWorkMs = 20_000

const isRead = (method: string) => method === 'GET' || method === 'HEAD'

/** Counts the requests that are in work. */
export type Work = {
  count: () => number
  /** The client of a request has its whole response, or has disconnected. */
  leave: (request: FastifyRequest, isAnswered: boolean) => void
  register: (app: FastifyInstance) => void
}

/**
 * A request is in work while it costs us something: not while its body is still arriving, nor while
 * its response is being sent. So slow clients do not count, and a thousand of them keep no visitor
 * out.
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
      // The response may have been sent below Fastify.
      if (isAnswered) end(request)
      // Otherwise its queries go on.
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
      // A write is finished; the result of a read would have no reader.
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
