import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { OnAnswered } from './answered.ts'
import type { InFlight } from './in-flight.ts'

/**
 * A response that is ready as bytes, without the headers that all responses have. It must not
 * change once it is returned, and the same object should be returned again.
 */
export type ReadyAnswer = { status: number; headers: Record<string, string>; body?: Buffer }

/** Chooses the response by a request's headers. Undefined leaves the request to the routes. */
export type FindReady = (request: IncomingMessage) => ReadyAnswer | undefined

/**
 * Handles the most frequent requests, for cached pages and files, before Fastify: its objects for a
 * request would cost more than the response. Each address has a route too, which sends the same to
 * unusual requests.
 */
export type ReadyAnswers = {
  /** `route` is its name in the log and the metrics. */
  add: (path: string, route: string, find: FindReady) => void
  /** True if the response is sent. */
  answer: (
    request: IncomingMessage,
    response: ServerResponse,
    whenOver: InFlight['whenOver'],
  ) => boolean
}

/** Adds these headers to those of each address. */
export function createReadyAnswers(
  always: Record<string, string>,
  onAnswered: OnAnswered,
): ReadyAnswers {
  const addresses = new Map<string, { route: string; find: FindReady }>()
  /** Names and values in turns, as Node takes them: to put them together costs more than to send them. */
  const heads = new WeakMap<ReadyAnswer, string[]>()

  function headOf(found: ReadyAnswer): string[] {
    const known = heads.get(found)
    if (known) return known
    const length = found.body && { 'content-length': String(found.body.length) }
    const head = Object.entries({ ...always, ...found.headers, ...length }).flat()
    heads.set(found, head)
    return head
  }

  return {
    add: (path, route, find) => void addresses.set(path, { route, find }),
    answer(request, response, whenOver) {
      const { method, url: path = '' } = request
      const address = method === 'GET' ? addresses.get(path) : undefined
      const found = address?.find(request)
      if (!address || !found) return false
      const began = performance.now()
      const { status, body } = found
      const id = randomUUID()
      whenOver(request, response, () => {
        const ms = performance.now() - began
        const { route } = address
        onAnswered({ id, method: 'GET', path: route, route, status, ms })
      })
      response.writeHead(status, [...headOf(found), 'x-request-id', id]).end(body)
      return true
    },
  }
}

/** Sends such a response from a route. */
export const sendReady = (reply: FastifyReply, { status, headers, body }: ReadyAnswer) =>
  reply.code(status).headers(headers).send(body)
