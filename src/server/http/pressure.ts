import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { api } from '#/contracts/endpoints/api.ts'
import { healthPaths } from '#/contracts/routes.ts'
import { tooBusy } from './in-flight.ts'
import type { Refuse } from './refusals.ts'

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
