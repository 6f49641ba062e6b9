import type { FastifyInstance } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { probeHeader, probeLookSchema, probePath } from '#/contracts/health/probe.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import { isDatabaseAway } from '../db/failures.ts'
import type { Health } from '../health/health.ts'
import { dataOf } from '../http/answer-schemas.ts'
import { clientKey } from '../http/client-address.ts'
import { AppError } from '../http/errors.ts'
import { createFromProxy, type FromProxy } from '../http/forwarded.ts'
import { repeat } from '../jobs/loop.ts'
import { addGaugesOf, type Metrics, toSeconds } from '../runtime/metrics.ts'
import { type Times, timesOf } from '../time/schedule.ts'
import { makeDueProbe, type ProbeDeps } from './make-due-probe.ts'
import { createOutage, type Outage } from './outage.ts'
import { findInProbe } from './probe-findings.ts'
import { readProbeStatus } from './probe-status.ts'
import { createProbeReceiver, type ReceiveDeps } from './receive-probe.ts'

/** How soon a due probe is sent, in milliseconds. */
const lookEveryMs = 15_000

export type RegisterProbeDeps = Pick<ProbeDeps, 'tryMail' | 'tell'> & {
  config: Config
  database: { db: Database }
  metrics: Metrics
  health: Health
}

type Identify = ReturnType<typeof createProbeReceiver>['identify']

function probeRoutes(identify: Identify, isFromProxy: FromProxy): FastifyPluginAsyncZod {
  return async (app) => {
    // For the installation itself: any other client gets 404.
    app.get(
      probePath,
      { schema: { hide: true, response: dataOf(probeLookSchema) } },
      async (request, reply) => {
        const asker = await identify(request.headers[probeHeader])
        if (!asker?.isInTime) {
          throw new AppError('not_found', 'There is nothing at this address.')
        }
        reply.header('cache-control', 'no-store')
        const { ip, protocol, headers, socket } = request
        return {
          data: {
            ...{ clientAddress: clientKey(ip), peerAddress: clientKey(socket.remoteAddress) },
            ...{ protocol, isFromProxy: isFromProxy(socket) },
            forwardedFor: [headers['x-forwarded-for'] ?? null].flat().join(', ') || null,
          },
        }
      },
    )
  }
}

function addGauges(metrics: Metrics, db: Database, times: Times | undefined): void {
  addGaugesOf(metrics, () => readProbeStatus(db, times), {
    probe_last_success_time_seconds: {
      help: 'When a probe last came through, as a Unix time.',
      value: ({ lastDoneAt }) => toSeconds(lastDoneAt),
    },
    probe_duration_seconds: {
      help: 'How long the last probe took, from the home page to the mail server.',
      value: ({ last }) => (last?.durationMs == null ? undefined : last.durationMs / 1000),
    },
  })
}

function startProbing(app: FastifyInstance, deps: ProbeDeps, outage: Outage): void {
  repeat(app, {
    what: 'send the probe',
    everyMs: lookEveryMs,
    async run(stop) {
      try {
        await outage.settle()
        await makeDueProbe(deps, stop)
        outage.end()
      } catch (error) {
        if (!isDatabaseAway(error)) throw error
        await outage.begin(stop)
      }
    },
  })
}

/** Receives probes, and sends them if there is a schedule. Returns what tells them from leads. */
export async function registerProbe<Received, Lead>(
  app: FastifyInstance,
  { config, database, metrics, health, tryMail, tell }: RegisterProbeDeps,
  receiving: Omit<ReceiveDeps<Received, Lead>, 'db' | 'onFailure'>,
) {
  const { db } = database
  const { site, dataDir, probeSchedule } = config
  const receiver = createProbeReceiver({
    ...receiving,
    db,
    onFailure: (err) => app.log.error({ err }, 'the lead of a probe could not be stored'),
  })
  const { identify, readKey, take } = receiver
  const times = probeSchedule === undefined ? undefined : timesOf(probeSchedule)
  await app.register(probeRoutes(identify, createFromProxy(config.trustProxy)))
  // Read while the database is there: a probe must be told from a lead when it is away, too.
  app.addHook('onListen', () => {
    readKey().catch(() => {})
  })
  const { proveJournal } = receiving
  const outage = times && createOutage({ db, dataDir, times, tell, proveJournal })
  addGauges(metrics, db, times)
  const find = async () => findInProbe(await readProbeStatus(db, times))
  health.add({ name: 'The probe', isPublic: true, everyMs: 5_000, find })
  if (times && outage) {
    startProbing(app, { db, log: app.log, site, times, readKey, tryMail, tell }, outage)
  }
  return async (header: string | string[] | undefined) => {
    const id = await identify(header)
    return id && ((received: Received) => take(id, received))
  }
}
