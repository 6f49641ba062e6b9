import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { api } from '#/contracts/endpoints/api.ts'
import {
  exportPageSchema,
  leadCompaniesSchema,
  leadCountSchema,
  leadExportQuerySchema,
  leadFiltersSchema,
  leadPageQuerySchema,
  leadPageSchema,
  leadSourcesSchema,
  leadStatsSchema,
} from '#/contracts/leads/inbox.ts'
import { leadSchema } from '#/contracts/leads/leads.ts'
import type { Database } from '../../db/database.ts'
import { sendPage, serve } from '../../http/serve.ts'
import { assertFresh } from '../../http/sessions.ts'
import { countLeads, countMatching, countSources, listCompanies } from './counts.ts'
import { withFees } from './export-leads.ts'
import { listPage, listThese, readAllLeads } from './list-leads.ts'

/** Without a query the answer is the whole list. */
const isPaged = (request: FastifyRequest) => request.originalUrl.includes('?')

/** The whole list as JSON, piece by piece, as fast as it is taken. */
async function* writeAllLeads(db: Database) {
  let separator = ''
  yield '{"data":['
  for await (const batch of readAllLeads(db)) {
    if (batch.length === 0) continue
    yield separator + batch.map((lead) => JSON.stringify(lead)).join(',')
    separator = ','
  }
  yield ']}'
}

function readPage(db: Database, query: z.infer<typeof leadPageQuerySchema>) {
  const { limit, cursor, order, ...filters } = query
  return listPage(db, filters, { limit, cursor, order })
}

/** The owner's list of leads and what is counted over it. Admins only. */
export function inboxRoutes({ db }: { db: Database }): FastifyPluginAsyncZod {
  return async (app) => {
    serve(
      app,
      api.leads,
      {
        query: leadPageQuerySchema,
        responses: { 200: z.union([leadPageSchema, z.object({ data: z.array(leadSchema) })]) },
      },
      async (request, reply) => {
        if (isPaged(request)) return sendPage(reply, await readPage(db, request.query))
        await assertFresh(request)
        request.audit({ action: 'lead.export', subject: 'the whole list' })
        reply.type('application/json; charset=utf-8')
        return reply.send(Readable.from(writeAllLeads(db), { objectMode: false }) as never)
      },
    )

    serve(
      app,
      api.leadExport,
      { query: leadExportQuerySchema, responses: { 200: exportPageSchema } },
      async (request, reply) => {
        const { cursor, limit: _, order: __, status, ids, ...others } = request.query
        const isPart = status !== 'all' || Object.values(others).some(Boolean)
        // Not what was searched for: it may be a name.
        const part = ids ? `leads ${ids.join(', ')}` : 'what matches a filter'
        const subject = isPart || ids ? part : 'the whole list'
        // The pages after the first are of the same export.
        request.audit(cursor === undefined ? { subject } : { action: null })
        const page = ids ? await listThese(db, ids) : await readPage(db, request.query)
        return sendPage(reply, await withFees(db, page))
      },
    )

    serve(app, api.leadCount, { query: leadFiltersSchema, answer: leadCountSchema }, ({ query }) =>
      countMatching(db, query),
    )

    serve(app, api.leadSources, { answer: leadSourcesSchema }, () => countSources(db))

    serve(app, api.leadCompanies, { answer: leadCompaniesSchema }, () => listCompanies(db))

    serve(app, api.leadStats, { answer: leadStatsSchema }, () => countLeads(db))
  }
}
