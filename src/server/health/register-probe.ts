import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import type { DatabaseHandle } from '../db/database.ts'
import { notify } from '../db/signals.ts'
import { takeTurn } from '../jobs/leases.ts'
import { repeat } from '../jobs/loop.ts'
import { type Found, type Health, present } from './health.ts'
import { type ProbeDeps, ProbeFailed, sendProbe } from './send-probe.ts'

const hourMs = 60 * 60_000

/** In characters. A signal of PostgreSQL takes 8,000 bytes, and what answers may be anything. */
const mostSaid = 1_000

/**
 * How often a process looks whether the hour is over, and how long after a failure the probe is sent
 * again: a restart of the proxy is no finding. In milliseconds.
 */
const usualPace = { lookEveryMs: 60_000, againMs: 60_000 }

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

/** Once an hour one of the processes sends the probe, and all have the finding where it fails twice. */
export async function registerProbe(
  app: FastifyInstance,
  {
    config: { site, isProbed },
    database: { db, listen },
    health,
  }: {
    config: Pick<Config, 'site' | 'isProbed'>
    database: Pick<DatabaseHandle, 'db' | 'listen'>
    health: Pick<Health, 'add'>
  },
  { lookEveryMs, againMs } = usualPace,
): Promise<void> {
  if (!isProbed) return
  let problem = ''
  health.add({
    name: 'The probe',
    isPublic: true,
    find: () =>
      present<Found>(
        problem !== '' && {
          key: 'probe-failed',
          text: 'The site sent itself a request as a visitor would, and it did not arrive.',
          detail: problem,
        },
      ),
  })
  await listen('probe_ended', {
    onMessage(said) {
      problem = said
    },
  })
  repeat(app, {
    what: 'send the probe',
    everyMs: lookEveryMs,
    async run(stop) {
      if (!(await takeTurn(db, 'probe', hourMs))) return
      const ended = await probeTwice({ db, site, stop }, againMs)
      if (!stop.aborted) await notify(db, 'probe_ended', ended?.slice(0, mostSaid) ?? '')
    },
  })
}
