import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { commitRisks, databaseSafetySchema } from '#/contracts/inbox.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { addGauge, type Metrics } from '../runtime/metrics.ts'
import { findAgedDatabase } from './client.ts'
import type { DatabaseHandle } from './database.ts'

/** What the database routes need. */
export type DatabaseDeps = {
  config: { databaseUrl: string | undefined; tellsEmbeddedAge: boolean }
  database: DatabaseHandle
  metrics: Metrics
}

/** What the inbox and the metrics say of the database. */
export function databaseRoutes({ config, database, metrics }: DatabaseDeps): FastifyPluginAsyncZod {
  addGauge(
    metrics,
    {
      name: 'database_connections',
      help: 'Connections to the database, by what they do.',
      labelNames: ['state'],
    },
    async () =>
      Object.entries(database.readPool()).map(([state, value]) => ({ labels: { state }, value })),
  )
  addGauge(
    metrics,
    {
      name: 'commits_at_risk',
      help: 'Why the database may lose what it has committed; 1 for each reason that holds.',
      labelNames: ['reason'],
    },
    async () =>
      commitRisks.map((reason) => ({
        labels: { reason },
        value: Number(database.safety().commitRisks.includes(reason)),
      })),
  )
  return async (app) => {
    app.get(
      apiPaths.databaseSafety,
      {
        schema: { response: { 200: z.object({ data: databaseSafetySchema }) } },
      },
      () => {
        const agedRelease = config.tellsEmbeddedAge ? findAgedDatabase(config) : null
        return { data: { ...database.safety(), agedRelease } }
      },
    )
  }
}
