import type { ServerResponse } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { refusals as words } from '#/content/refusals.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { healthPaths } from '#/contracts/routes.ts'
import { clientKey } from './client-address.ts'
import { AppError } from './errors.ts'
import type { Refuse } from './refusals.ts'

/** The longest that the work for a request goes on after its client has left: no query takes longer. */
const longestWorkMs = 20_000

/** The refusal of a process that has too much to do. */
const tooBusy = () => new AppError('unavailable', words.tooBusy, { retryAfterSeconds: 2 })

/**
 * True from when a request has arrived until its answer begins: before and after that a slow client
 * costs little, and must not use up what is there for all.
 */
const isInWork = ({ req, headersSent }: ServerResponse) => req.complete && !headersSent

/**
 * Counts the requests in flight until they are answered, and refuses those that are too many: of one client at
 * once, far above what people cause, whose browser opens six connections, and in work of all.
 */
export function registerInFlight(
  app: FastifyInstance,
  refuse: Refuse,
  { client = 100, all = 2_000 }: { client?: number; all?: number } = {},
): void {
  const ofClient = new Map<string, number>()
  const ofAll = new Set<ServerResponse>()
  const countOf = (key: string) => ofClient.get(key) ?? 0

  function isProcessFull(): boolean {
    return ofAll.size >= all && [...ofAll].filter(isInWork).length >= all
  }

  function release(response: ServerResponse, key: string): void {
    ofAll.delete(response)
    if (countOf(key) > 1) ofClient.set(key, countOf(key) - 1)
    else ofClient.delete(key)
  }

  app.addHook('onRequest', (request, reply, done) => {
    const key = clientKey(request.ip)
    if (countOf(key) >= client || isProcessFull())
      return void reply.send(refuse(request, reply, tooBusy()))
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

/** How long turns of the event loop take, in milliseconds, where a process gets too little of the processor. */
type PressureLimits = {
  /** From here on it refuses requests. */
  usual: number
  /** From here on it refuses requests with a lead too. */
  leads: number
  /** What counts is the median of this time. It is endless where the process had no turn in it. */
  sample: number
}

const neverRefused: ReadonlySet<string> = new Set(Object.values(healthPaths))

/**
 * Refuses requests with a 503 while the process is late; a lead last, and a look at its health never. The
 * first sample does not count: a start on a busy machine is late by what it loads.
 */
export function registerPressure(
  app: FastifyInstance,
  refuse: Refuse,
  { usual, leads, sample }: PressureLimits,
): void {
  // Ten looks in a sample.
  const turns = monitorEventLoopDelay({ resolution: Math.round(sample / 10) })
  let timer: NodeJS.Timeout | undefined
  let requests = 0
  let samples = 0
  let turnMs = 0

  function end() {
    clearInterval(timer)
    timer = undefined
    turns.disable()
  }

  function look() {
    samples += 1
    // One long turn in a sample is no reason: the mean would make it one.
    if (samples > 1)
      turnMs = turns.count === 0 ? Number.POSITIVE_INFINITY : turns.percentile(50) / 1e6
    turns.reset()
    if (requests === 0) end()
    requests = 0
  }

  // Only while requests come: each look wakes an idle process.
  function begin() {
    samples = 0
    turnMs = 0
    turns.enable()
    timer = setInterval(look, sample).unref()
  }

  app.addHook('onRequest', (request, reply, done) => {
    requests += 1
    if (!timer) begin()
    const { url = '' } = request.routeOptions
    const limit = url === api.contact.path ? leads : usual
    if (turnMs <= limit || neverRefused.has(url)) return done()
    reply.send(refuse(request, reply, tooBusy()))
  })
  app.addHook('onClose', async () => end())
}
