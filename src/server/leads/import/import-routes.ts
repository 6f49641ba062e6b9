import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { leadImportSchema, leadSheetSchema } from '#/contracts/leads/lead-import.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { importPlanSchema } from '#/contracts/sheets.ts'
import type { DatabaseHandle } from '#/server/db/database.ts'
import { dataOf } from '#/server/http/answer-schemas.ts'
import { signedInAs } from '#/server/http/sessions.ts'
import { importBodyLimit } from '#/server/sheets/plan-import.ts'
import { importLeads, previewLeads } from './import-leads.ts'

/** Requests that are over, from a sheet of the owner's. Admins only. */
export function leadImportRoutes({
  database,
}: {
  database: DatabaseHandle
}): FastifyPluginAsyncZod {
  const bodyLimit = importBodyLimit
  const response = dataOf(importPlanSchema)
  return async (app) => {
    app.post(
      apiPaths.leadImportPreview,
      { bodyLimit, schema: { body: leadSheetSchema, response } },
      async ({ body }) => ({ data: await previewLeads(database.db, body) }),
    )

    app.post(
      apiPaths.leadImport,
      { bodyLimit, schema: { body: leadImportSchema, response } },
      async (request) => {
        request.audit({ subject: `${request.body.expected.added} added` })
        return { data: await importLeads(database, request.body, signedInAs(request)) }
      },
    )
  }
}
