import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { healthPaths } from '#/contracts/routes.ts'
import type { OnAnswered } from '../http/answered.ts'
import { isLoopback, isThisMachine } from '../http/client-address.ts'
import { AppError } from '../http/errors.ts'
import { hashesAreEqual } from '../http/link-tokens.ts'
import { within } from '../runtime/within.ts'

const name = (end: string) => `breezeway_${end}`

/** Counters. Everything in them is a number, without data of visitors. */
export type Metrics = ReturnType<typeof createMetrics>

/** Sets up the counters, in a registry of their own: tests build many servers in one process. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  // By default an idle process would wake 100 times a second to measure its delay.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 1_000 })
  const counter = (end: string, help: string, ...labelNames: string[]) =>
    new Counter({ name: name(end), help, labelNames, registers })
  const leads = counter('leads_total', 'Leads stored.')
  const requests = counter(
    'requests_total',
    'Requests answered, by the class of the status.',
    'class',
  )
  const countAnswered: OnAnswered = ({ status }) =>
    requests.inc({ class: `${Math.floor(status / 100)}xx` })
  return {
    registry,
    countAnswered,
    countLead: () => leads.inc(),
  }
}

/** A client that asks for the metrics gives up soon, and then gets none of them. */
const gaugeMs = 3_000

/** Numbers that are read when a client asks for the metrics; left out if that takes too long. */
export function addGauge(
  { registry }: Metrics,
  { name: end, help, labelNames }: { name: string; help: string; labelNames: string[] },
  read: () => Promise<{ labels: Record<string, string>; value: number }[]>,
): void {
  new Gauge({
    name: name(end),
    help,
    labelNames,
    registers: [registry],
    async collect() {
      this.reset()
      const samples = await within(gaugeMs, read()).catch(() => [])
      for (const { labels, value } of samples) this.set(labels, value)
    },
  })
}

/** The site is one that is only tried out on this machine, so no proxy stands before it. */
function isLocalSite(siteUrl: string): boolean {
  return isThisMachine(new URL(siteUrl).hostname)
}

/** A proxy adds one of them: then the client may be anyone. */
const ofProxies = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

/** A name of this machine, and not one that a stranger's DNS leads here. */
const isLocalHost = (host: string) => {
  const url = `http://${host}`
  return URL.canParse(url) && isLocalSite(url)
}

/**
 * Serves `/metrics`: to a client that has the token, or, without one, to this machine itself while the
 * site has no public address.
 */
export function registerMetrics(
  app: FastifyInstance,
  { registry }: Metrics,
  { token, siteUrl }: { token: string | undefined; siteUrl: string },
): void {
  function mayRead({ headers, socket }: FastifyRequest): boolean {
    if (token !== undefined) return hashesAreEqual(headers.authorization ?? '', `Bearer ${token}`)
    return (
      isLocalSite(siteUrl) &&
      isLocalHost(headers.host ?? '') &&
      isLoopback(socket.remoteAddress) &&
      !ofProxies.some((name) => name in headers)
    )
  }

  app.get(healthPaths.metrics, { schema: { hide: true } }, async (request, reply) => {
    if (!mayRead(request)) throw new AppError('not_found', 'There is nothing at this address.')
    reply.header('cache-control', 'no-store').type(registry.contentType)
    return registry.metrics()
  })
}
