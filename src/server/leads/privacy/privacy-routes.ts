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
import { auditWithin } from '../../http/audit.ts'
import { serve } from '../../http/serve.ts'
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
    serve(
      app,
      api.erasurePreview,
      { body: erasureTargetSchema, answer: erasurePreviewSchema },
      ({ body }) => previewErasure(db, body),
    )

    serve(
      app,
      api.erase,
      { body: erasureRequestSchema, answer: erasureSchema },
      async (request) => {
        const { expectedLeads, ...target } = request.body
        const actor = signedInAs(request)
        const audit = (tx: Transaction, leads: number) =>
          auditWithin(tx, request, { subject: countOfLeads(leads) })
        const order = { expectedLeads, actor, audit }
        const erasure = await erase(db, target, order)
        keepErased()
        request.log.info({ erasureId: erasure.id, leads: erasure.leads }, 'leads erased')
        return erasure
      },
    )

    serve(app, api.erasures, { answer: z.array(erasureSchema) }, () => listErasures(db))

    serveSetting(app, api.retention, {
      change: newRetentionSchema,
      shown: retentionSchema,
      show: () => readRetention(db),
      save: ({ days }) => setRetention(db, days),
      inWords: ({ days }) => (days === null ? 'forever' : `${days} days`),
    })

    serve(
      app,
      api.retentionPreview,
      { query: retentionPreviewQuery, answer: retentionPreviewSchema },
      ({ query }) => previewRetention(db, query.days),
    )
  }
}
