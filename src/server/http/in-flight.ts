import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { clientKey, countedKeys } from './client-address.ts'
import type { AppError } from './errors.ts'
import { type Refusals, tooBusy } from './refusals.ts'

export type FlightLimits = {
  /** Of one connection. Node begins all requests that arrive together; browsers send one by one. */
  connection: number
  /** Of one client. A browser opens six connections. */
  client: number
  /** In work, of all clients. */
  process: number
}

/** Far above what people cause, and so low that all of it is done within a second. */
export const usualFlightLimits: FlightLimits = { connection: 4, client: 100, process: 500 }

export type InFlight = {
  /** False if the request was refused, or its client is gone: then it needs nothing more. */
  admit: (request: IncomingMessage, response: ServerResponse) => boolean
  /** Calls back once the response to an admitted request is sent, or its client is gone. */
  whenOver: (request: IncomingMessage, response: ServerResponse, callback: () => void) => void
  /** Ends a connection with this response, if one can be sent between two others. */
  cutOff: (socket: Socket, error: AppError) => void
  /** Counts requests in work. */
  register: (app: FastifyInstance) => void
}

/** The requests of one connection that are not over, each with its callback. */
type Connection = { open: Map<ServerResponse, (() => void)[]>; isCut: boolean }

function createConnections() {
  const connections = new WeakMap<Socket, Connection>()

  function end({ open }: Connection, response: ServerResponse): void {
    const callbacks = open.get(response) ?? []
    open.delete(response)
    for (const callback of callbacks) callback()
  }

  return {
    end,
    known: (socket: Socket) => connections.get(socket),
    of(socket: Socket): Connection {
      const known = connections.get(socket)
      if (known) return known
      const connection: Connection = { open: new Map(), isCut: false }
      connections.set(socket, connection)
      // Node does not tell responses that wait behind another one.
      socket.once('close', () => {
        for (const response of [...connection.open.keys()]) end(connection, response)
      })
      return connection
    },
  }
}

/**
 * No query takes longer, so a request is not in work any more this long after its client has left.
 */
const longestWorkMs = 20_000

const isRead = (method: string) => method === 'GET' || method === 'HEAD'

/**
 * A request is in work while it costs us something: not while its body is still arriving, nor while
 * its response is being sent. So slow clients do not count, and a thousand of them keep no visitor
 * out.
 */
function createWork() {
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
    /** The client of a request has its whole response, or has disconnected. */
    leave(request: FastifyRequest, isAnswered: boolean): void {
      // The response may have been sent below Fastify.
      if (isAnswered) end(request)
      // Otherwise its queries go on.
      else if (inWork.has(request)) setTimeout(end, longestWorkMs, request).unref()
    },
    register(app: FastifyInstance): void {
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

/** Counts the requests in flight, and refuses those that are too many: at once, with a 503. */
export function createInFlight(
  limits: FlightLimits,
  refusals: Refusals,
  readAddress: (request: IncomingMessage) => string | undefined,
  onRefused: (by: keyof FlightLimits) => void,
): InFlight {
  const connections = createConnections()
  const ofClient = new Map<string, number>()
  const work = createWork()

  function cutOff(socket: Socket, error: AppError): void {
    const connection = connections.of(socket)
    connection.isCut = true
    socket.pause()
    const isBetweenAnswers = [...connection.open.keys()].every(({ headersSent }) => !headersSent)
    if (!isBetweenAnswers || !socket.writable) return void socket.destroy()
    refusals.write(socket, error)
    // At once if the system has taken the response: what was read of the connection is in memory
    // until then.
    if (socket.writableLength === 0) socket.destroy()
    else socket.destroySoon()
  }

  /** False if the client has as many as it may. */
  function countClient(request: IncomingMessage, callbacks: (() => void)[]): boolean {
    const counted = countedKeys(clientKey(readAddress(request)))
    const countOf = (key: string) => ofClient.get(key) ?? 0
    if (counted.some(([key, times]) => countOf(key) >= limits.client * times)) return false
    for (const [key] of counted) ofClient.set(key, countOf(key) + 1)
    callbacks.push(() => {
      for (const [key] of counted) {
        const left = countOf(key) - 1
        if (left > 0) ofClient.set(key, left)
        else ofClient.delete(key)
      }
    })
    return true
  }

  // A request from `inject` has no connection.
  const whenOver: InFlight['whenOver'] = ({ socket }, response, callback) =>
    void connections.known(socket)?.open.get(response)?.push(callback)

  return {
    cutOff,
    whenOver,
    admit(request, response) {
      const { socket } = request
      const connection = connections.of(socket)
      if (connection.isCut || socket.destroyed) return false
      if (connection.open.size >= limits.connection) {
        onRefused('connection')
        cutOff(socket, tooBusy())
        return false
      }
      if (work.count() >= limits.process) {
        onRefused('process')
        cutOff(socket, tooBusy())
        return false
      }
      const callbacks: (() => void)[] = []
      connection.open.set(response, callbacks)
      response.once('close', () => connections.end(connection, response))
      if (countClient(request, callbacks)) return true
      onRefused('client')
      refusals.answer(response, tooBusy())
      return false
    },
    register(app) {
      app.addHook('onRequest', (request, { raw: response }, done) => {
        whenOver(request.raw, response, () => work.leave(request, response.writableFinished))
        done()
      })
      work.register(app)
    },
  }
}
