import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { auditPageQuerySchema, auditPageSchema } from '#/contracts/audit/audit.ts'
import { apiPaths } from '#/contracts/routes.ts'
import type { Database } from '../db/database.ts'
import { sendPage } from '../http/slices.ts'
import { listEntries } from './list-entries.ts'

/** The audit log, for reading only. Admins only. */
export function auditRoutes({ db }: { db: Database }): FastifyPluginAsyncZod {
  const schema = { querystring: auditPageQuerySchema, response: { 200: auditPageSchema } }
  return async (app) => {
    app.get(apiPaths.auditEntries, { schema }, async ({ query }, reply) =>
      sendPage(reply, await listEntries(db, query)),
    )

    app.get(apiPaths.auditExport, { schema }, async (request, reply) => {
      // The pages after the first are of the same export.
      if (request.query.cursor !== undefined) request.audit({ action: null })
      return sendPage(reply, await listEntries(db, request.query))
    })
  }
}
