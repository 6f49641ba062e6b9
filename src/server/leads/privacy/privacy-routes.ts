import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { api } from '#/contracts/endpoints/api.ts'
import {
  erasurePreviewSchema,
  erasureRequestSchema,
  erasureSchema,
  erasureTargetSchema,
  newRetentionSchema,
  retentionPreviewQuery,
  retentionPreviewSchema,
  retentionSchema,
} from '#/contracts/leads/privacy.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { dataOf } from '../../http/answer-schemas.ts'
import { auditWithin } from '../../http/audit.ts'
import { serveSetting } from '../../http/serve-setting.ts'
import { signedInAs } from '../../http/sessions.ts'
import { erase, listErasures, previewErasure } from './erasure.ts'
import { countOfLeads, previewRetention, readRetention, setRetention } from './retention.ts'

/** Erasure on request, and the retention of leads. Admins only. */
export function privacyRoutes({
  db,
  keepErased,
}: {
  db: Database
  /** Has what was erased kept from restores at once. The caller does not wait for it. */
  keepErased: () => void
}): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      api.erasurePreview.path,
      { schema: { body: erasureTargetSchema, response: dataOf(erasurePreviewSchema) } },
      async ({ body }) => ({ data: await previewErasure(db, body) }),
    )

    app.post(
      api.erase.path,
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
      api.erasures.path,
      { schema: { response: dataOf(z.array(erasureSchema)) } },
      async () => ({ data: await listErasures(db) }),
    )

    serveSetting(app, api.retention, {
      change: newRetentionSchema,
      shown: retentionSchema,
      show: () => readRetention(db),
      save: ({ days }) => setRetention(db, days),
      inWords: ({ days }) => (days === null ? 'forever' : `${days} days`),
    })

    app.get(
      api.retentionPreview.path,
      { schema: { querystring: retentionPreviewQuery, response: dataOf(retentionPreviewSchema) } },
      async ({ query }) => ({ data: await previewRetention(db, query.days) }),
    )
  }
}
