import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  erasurePreviewSchema,
  erasureRequestSchema,
  erasureSchema,
  erasureTargetSchema,
  newRetentionSchema,
  removalParamsSchema,
  retentionRunSchema,
  retentionSchema,
} from '#/contracts/leads/privacy.ts'
import { apiPaths } from '#/contracts/routes.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { dataOf } from '../../http/answer-schemas.ts'
import { auditWithin } from '../../http/audit.ts'
import { signedInAs } from '../../http/sessions.ts'
import { erase, listErasures, previewErasure } from './erasure.ts'
import { agreeToRemoval, readRetention, setRetention, undoRemoval } from './retention.ts'
import { countOfLeads } from './retention-run.ts'

/** Erasure on request, and the retention of leads. Admins only. */
export function privacyRoutes({
  db,
  startRetention,
  keepErased,
}: {
  db: Database
  /** Begins at once what otherwise begins within ten minutes. The caller does not wait for it. */
  startRetention: () => void
  /** Has what was erased kept from restores at once. The caller does not wait for it. */
  keepErased: () => void
}): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      apiPaths.erasurePreview,
      { schema: { body: erasureTargetSchema, response: dataOf(erasurePreviewSchema) } },
      async ({ body }) => ({ data: await previewErasure(db, body) }),
    )

    app.post(
      apiPaths.erasures,
      {
        schema: { body: erasureRequestSchema, response: dataOf(erasureSchema) },
      },
      async (request) => {
        const { expectedLeads, ...target } = request.body
        const actor = signedInAs(request)
        const audit = (tx: Transaction, leads: number) =>
          auditWithin(tx, request, { subject: countOfLeads(leads) })
        const order = { expectedLeads, actor, audit }
        const erasure = await erase(db, target, order)
        keepErased()
        request.log.info({ erasureId: erasure.id, leads: erasure.leads }, 'leads erased')
        return { data: erasure }
      },
    )

    app.get(
      apiPaths.erasures,
      { schema: { response: dataOf(z.array(erasureSchema)) } },
      async () => ({ data: await listErasures(db) }),
    )

    app.get(apiPaths.retention, { schema: { response: dataOf(retentionSchema) } }, async () => ({
      data: await readRetention(db),
    }))

    app.post(
      apiPaths.retention,
      {
        schema: { body: newRetentionSchema, response: dataOf(retentionSchema) },
      },
      async (request) => {
        const { days } = request.body
        request.audit({ subject: days === null ? 'forever' : `${days} days` })
        return { data: await setRetention(db, days) }
      },
    )

    app.post(
      apiPaths.retentionRuns,
      {
        schema: { body: retentionRunSchema, response: dataOf(retentionSchema) },
      },
      async (request) => {
        const { expectedLeads } = request.body
        request.audit({ subject: countOfLeads(expectedLeads) })
        const retention = await agreeToRemoval(db, expectedLeads)
        request.log.info({ leads: expectedLeads }, 'an admin agreed to remove what was held back')
        startRetention()
        return { data: retention }
      },
    )

    app.post(
      apiPaths.removalUndo,
      {
        schema: { params: removalParamsSchema, response: dataOf(retentionSchema) },
      },
      async (request) => {
        const { removalId } = request.params
        const retention = await undoRemoval(db, removalId)
        request.log.info({ removalId }, 'an admin undid a removal of leads')
        startRetention()
        return { data: retention }
      },
    )
  }
}
