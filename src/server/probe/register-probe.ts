import type { FastifyInstance } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { probeHeader, probeLookSchema, probePath } from '#/contracts/health/probe.ts'
import type { Config } from '../config/config.ts'
import type { Database, Transaction } from '../db/database.ts'
import { isDatabaseAway } from '../db/failures.ts'
import type { Health } from '../health/health.ts'
import { addGaugesOf, type Metrics, toSeconds } from '../health/metrics.ts'
import { dataOf } from '../http/answer-schemas.ts'
import { clientKey } from '../http/client-address.ts'
import { AppError } from '../http/errors.ts'
import { createFromProxy, type FromProxy } from '../http/own-hosts.ts'
import { repeat } from '../jobs/loop.ts'
import { type Times, timesOf } from '../time/schedule.ts'
import { makeDueProbe, type ProbeDeps } from './make-due-probe.ts'
import { createOutage, type Outage } from './outage.ts'
import { markStored } from './probe-rows.ts'
import { findInProbe, readProbeStatus } from './probe-status.ts'
import { readProbeToken, type SignedProbe } from './probe-token.ts'

/** How soon a due probe is sent, in milliseconds. */
const lookEveryMs = 15_000

export type RegisterProbeDeps = Pick<ProbeDeps, 'tryMail' | 'tell'> & {
  config: Config
  database: { db: Database }
  metrics: Metrics
  health: Health
}

/** What the installation does with the lead of a probe. */
export type Receiving<Received, Lead> = {
  readKey: () => Promise<string>
  /**
   * Stores a lead in a transaction, reads it back, and undoes that. Returns the lead as stored; undefined
   * if `before` resolves with false.
   */
  storeUnseen: (
    db: Database,
    received: Received,
    before: (tx: Transaction) => Promise<boolean>,
  ) => Promise<Lead | undefined>
  /** Rejects if requests cannot wait on the disk while the database is away. */
  proveJournal: () => Promise<void>
}

type Header = string | string[] | undefined

/** Returns the key, which is read until that has succeeded once. */
function keepKey(readKey: () => Promise<string>): () => Promise<string> {
  let key: Promise<string> | undefined
  return () => {
    key ??= readKey().catch((error) => {
      key = undefined
      throw error
    })
    return key
  }
}

function probeRoutes(
  identify: (header: Header) => Promise<SignedProbe | undefined>,
  isFromProxy: FromProxy,
): FastifyPluginAsyncZod {
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

const words = {
  waits: 'The database did not take the request. It would have waited in the journal.',
  lost: 'Neither the database nor the journal took the request: requests are turned away.',
}

/**
 * Receives probes, and sends them if there is a schedule. Returns the function that tells them from
 * leads: undefined for an ordinary request; for a probe, what takes its lead, which resolves with
 * undefined if the probe has come through before, or is over.
 */
export async function registerProbe<Received, Lead>(
  app: FastifyInstance,
  { config, database: { db }, metrics, health, tryMail, tell }: RegisterProbeDeps,
  { storeUnseen, proveJournal, ...receiving }: Receiving<Received, Lead>,
) {
  const { site, dataDir, probeSchedule } = config
  const readKey = keepKey(receiving.readKey)
  const times = probeSchedule === undefined ? undefined : timesOf(probeSchedule)

  async function identify(header: Header): Promise<SignedProbe | undefined> {
    if (typeof header !== 'string') return undefined
    const key = await readKey().catch(() => undefined)
    return key === undefined ? undefined : readProbeToken(key, header)
  }

  async function take(id: SignedProbe, received: Received): Promise<Lead | undefined> {
    if (!id.isInTime) return undefined
    try {
      return await storeUnseen(db, received, (tx) => markStored(tx, id))
    } catch (err) {
      app.log.error({ err }, 'the lead of a probe could not be stored')
      const canWait = await proveJournal().then(
        () => true,
        () => false,
      )
      throw new AppError('unavailable', canWait ? words.waits : words.lost)
    }
  }

  await app.register(probeRoutes(identify, createFromProxy(config.trustProxy)))
  // Read while the database is there: a probe must be told from a lead when it is away, too.
  app.addHook('onListen', () => {
    readKey().catch(() => {})
  })
  addGauges(metrics, db, times)
  const find = async () => findInProbe(await readProbeStatus(db, times))
  health.add({ name: 'The probe', isPublic: true, everyMs: 5_000, find })
  if (times) {
    const outage = createOutage({ db, dataDir, times, tell, proveJournal })
    startProbing(app, { db, log: app.log, site, times, readKey, tryMail, tell }, outage)
  }
  return async (header: Header) => {
    const id = await identify(header)
    return id && ((received: Received) => take(id, received))
  }
}
