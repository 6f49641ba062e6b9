import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { auditPageQuerySchema, auditPageSchema } from '#/contracts/audit.ts'
import { apiPaths } from '#/contracts/routes.ts'
import type { Database } from '../db/database.ts'
import type { Guards } from '../http/sessions.ts'
import { sendPage } from '../http/slices.ts'
import { listEntries } from './list-entries.ts'

/** The audit log, for reading only. Admins only. */
export function auditRoutes({
  db,
  guards,
}: {
  db: Database
  guards: Guards
}): FastifyPluginAsyncZod {
  const schema = { querystring: auditPageQuerySchema, response: { 200: auditPageSchema } }
  return async (app) => {
    app.addHook('onRequest', guards.require('admin'))

    app.get(apiPaths.auditEntries, { schema }, async ({ query }, reply) =>
      sendPage(reply, await listEntries(db, query)),
    )

    app.get(apiPaths.auditExport, { schema }, async (request, reply) => {
      // The pages after the first are of the same export.
      if (request.query.cursor === undefined) request.audit({ action: 'audit.export' })
      return sendPage(reply, await listEntries(db, request.query))
    })
  }
}
