import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { apiPaths, healthPaths } from '#/contracts/routes.ts'
import { tooBusy } from './in-flight.ts'
import type { Refuse } from './refusals.ts'

/** Delays of the event loop, in milliseconds: what a process is late that gets too little of the processor. */
type PressureLimits = {
  /** From here on it refuses requests. */
  usual: number
  /** From here on it refuses requests with a lead too. */
  leads: number
  /** The delay is the mean over this time. It is endless where the process had no turn in it. */
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
  const countsFrom = performance.now() + 2 * sample
  app.register(underPressure, {
    maxEventLoopDelay: usual,
    sampleInterval: sample,
    async pressureHandler(request, reply, _type, delay = 0) {
      const { url = '' } = request.routeOptions
      if (performance.now() < countsFrom) return
      if (neverRefused.has(url) || (url === apiPaths.contact && delay <= leads)) return
      await reply.send(refuse(request, reply, tooBusy()))
    },
  })
}
