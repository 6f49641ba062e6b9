import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import { repeat } from '../jobs/loop.ts'
import { type Found, type Health, present } from './health.ts'
import { type ProbeDeps, ProbeFailed, sendProbe } from './send-probe.ts'

/**
 * How often a process sends the probe, and how long after a failure it sends it again: a restart of the
 * proxy is no finding. In milliseconds.
 */
const usualPace = { everyMs: 60 * 60_000, againMs: 60_000 }

/** Sends the probe, and once more if it fails. Returns why it failed twice; null if it came through. */
async function probeTwice(deps: ProbeDeps, againMs: number): Promise<string | null> {
  const send = () =>
    sendProbe(deps).then(
      () => null,
      (error: unknown) => {
        if (error instanceof ProbeFailed) return error.message
        throw error
      },
    )
  if ((await send()) === null) return null
  await sleep(againMs, undefined, deps.stop && { signal: deps.stop }).catch(() => {})
  return send()
}

/** Sends the probe once an hour. Where it fails twice, that is a finding until one comes through. */
export function registerProbe(
  app: FastifyInstance,
  {
    config: { site, isProbed },
    db,
    health,
  }: { config: Pick<Config, 'site' | 'isProbed'>; db: Database; health: Pick<Health, 'add'> },
  { everyMs, againMs } = usualPace,
): void {
  if (!isProbed) return
  let problem: string | null = null
  health.add({
    name: 'the hourly test request',
    isPublic: true,
    find: () =>
      present<Found>(
        problem !== null && {
          key: 'probe-failed',
          text: 'The site sent itself a request as a visitor would, and it didn’t arrive.',
          detail: problem,
        },
      ),
  })
  repeat(app, {
    what: 'send the probe',
    everyMs,
    async run(stop) {
      const ended = await probeTwice({ db, site, stop }, againMs)
      if (!stop.aborted) problem = ended
    },
  })
}
