import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { withoutNumbers } from '#/contracts/health/finding-catalog.ts'
import { healthPaths } from '#/contracts/routes.ts'
import { AppError } from '../http/errors.ts'
import { hashesAreEqual } from '../http/link-tokens.ts'
import type { Health } from './health.ts'

/** Adds the findings, as they are when a client asks for the metrics. */
export function addFindings(registry: Registry, health: Health): void {
  new Gauge({
    name: 'breezeway_finding',
    help: '1 for each finding, labeled with its key, severity and text. Numbers in the text are shown as N.',
    labelNames: ['key', 'severity', 'text'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const { key, severity, text } of await health.look('all'))
        this.set({ key, severity, text: withoutNumbers(text) }, 1)
    },
  })
}

/**
 * Counts responses, and serves `/metrics` to a client that has the token: without one, to nobody, and the
 * process is not measured. Everything there is a number, without data of visitors. Returns the registry: tests
 * build many servers in one process.
 */
export function registerMetrics(app: FastifyInstance, token: string | undefined): Registry {
  const registry = new Registry()
  const requests = new Counter({
    name: 'breezeway_requests_total',
    help: 'Requests answered, by status class.',
    labelNames: ['class'],
    registers: [registry],
  })
  app.addHook('onResponse', (_request, reply, done) => {
    requests.inc({ class: `${Math.floor(reply.statusCode / 100)}xx` })
    done()
  })
  // By default an idle process would wake 100 times a second to measure its delay.
  if (token !== undefined)
    collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 1_000 })
  app.get(healthPaths.metrics, { schema: { hide: true } }, async (request, reply) => {
    const { authorization = '' } = request.headers
    if (token === undefined || !hashesAreEqual(authorization, `Bearer ${token}`))
      throw new AppError('not_found', 'There’s nothing at this address.')
    reply.header('cache-control', 'no-store').type(registry.contentType)
    return registry.metrics()
  })
  return registry
}
