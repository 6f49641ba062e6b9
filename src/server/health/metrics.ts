import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { healthPaths } from '#/contracts/routes.ts'
import type { OnAnswered } from '../http/answered.ts'
import { isLoopback, isThisMachine } from '../http/client-address.ts'
import { AppError } from '../http/errors.ts'
import { hashesAreEqual } from '../http/link-tokens.ts'
import { shareReads } from '../runtime/share-reads.ts'
import { within } from '../runtime/within.ts'

const name = (end: string) => `breezeway_${end}`

/** In seconds; visitors get responses within milliseconds. */
const durationBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

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
  const quarantined = counter('leads_quarantined_total', 'Leads stored in quarantine.')
  const pages = counter(
    'pages_total',
    'Public pages answered, from the cache or rendered anew.',
    'from',
  )
  const unusable = counter(
    'seo_records_unusable_total',
    'Pages rendered with built-in values, because they cannot be with the stored ones.',
  )
  const durations = new Histogram({
    name: name('request_duration_seconds'),
    help: 'Requests answered, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: durationBuckets,
    registers,
  })
  const countAnswered: OnAnswered = ({ method, route, status, ms }) =>
    durations.observe({ method, route, status }, ms / 1000)
  return {
    registry,
    countAnswered,
    /** A lead was stored; with reasons if it is in quarantine. */
    countLead({ length }: readonly string[]) {
      leads.inc()
      if (length > 0) quarantined.inc()
    },
    /** A page came from the cache, or had to be rendered. */
    countPage: (from: 'cache' | 'render') => pages.inc({ from }),
    /** A page was rendered with its built-in values, because its SEO record cannot be used. */
    countUnusableRecord: () => unusable.inc(),
  }
}

/** A client that asks for the metrics gives up soon, and then gets none of them. */
const gaugeMs = 3_000

/** A number that is read when a client asks for the metrics; left out if that takes too long. */
export function addGauge(
  { registry }: Metrics,
  { name: end, help, labelNames = [] }: { name: string; help: string; labelNames?: string[] },
  read: () => Promise<{ labels?: Record<string, string>; value: number }[]>,
): void {
  new Gauge({
    name: name(end),
    help,
    labelNames,
    registers: [registry],
    async collect() {
      this.reset()
      const samples = await within(gaugeMs, read()).catch(() => [])
      // Without labels a reset leaves a zero, which would be taken for a value.
      if (samples.length === 0 && labelNames.length === 0) this.remove()
      for (const { labels = {}, value } of samples) this.set(labels, value)
    },
  })
}

/** A moment, in ISO 8601 if it is a text, as a Unix time in seconds, as metrics have it. */
export const toSeconds = (at: Date | string | null | undefined) =>
  at ? new Date(at).getTime() / 1000 : undefined

/** Adds numbers that come from one state, which is read once for all of them. One that is not known is left out. */
export function addGaugesOf<State>(
  metrics: Metrics,
  readState: () => Promise<State>,
  gauges: Record<string, { help: string; value: (state: State) => number | null | undefined }>,
): void {
  const readShared = shareReads((_of: 'gauges') => readState())
  for (const [name, { help, value: find }] of Object.entries(gauges)) {
    addGauge(metrics, { name, help }, async () => {
      const value = find(await readShared('gauges'))
      return value == null ? [] : [{ value }]
    })
  }
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
