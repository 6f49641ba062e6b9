import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { api } from '#/contracts/endpoints/api.ts'
import {
  leadCompaniesSchema,
  leadCountSchema,
  leadExportQuerySchema,
  leadFiltersSchema,
  leadPageQuerySchema,
  leadPageSchema,
  leadSourcesSchema,
} from '#/contracts/leads/inbox.ts'
import { leadStatsSchema } from '#/contracts/leads/lead-stats.ts'
import { leadSchema } from '#/contracts/leads/leads.ts'
import { exportPageSchema } from '#/contracts/referrals/exported-leads.ts'
import type { Database } from '../../db/database.ts'
import { dataOf, sendPage } from '../../http/answer-schemas.ts'
import { assertFresh } from '../../http/sessions.ts'
import { countLeads, countMatching, countSources, listCompanies } from './counts.ts'
import { withWhatCame } from './export-leads.ts'
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
    app.get(
      api.leads.path,
      {
        schema: {
          querystring: leadPageQuerySchema,
          response: { 200: z.union([leadPageSchema, z.object({ data: z.array(leadSchema) })]) },
        },
      },
      async (request, reply) => {
        if (isPaged(request)) return sendPage(reply, await readPage(db, request.query))
        await assertFresh(request)
        request.audit({ action: 'lead.export', subject: 'the whole list' })
        reply.type('application/json; charset=utf-8')
        return reply.send(Readable.from(writeAllLeads(db), { objectMode: false }) as never)
      },
    )

    app.get(
      api.leadExport.path,
      {
        schema: { querystring: leadExportQuerySchema, response: { 200: exportPageSchema } },
      },
      async (request, reply) => {
        const { cursor, limit: _, order: __, status, ids, ...others } = request.query
        const isPart = status !== 'all' || Object.values(others).some(Boolean)
        // Not what was searched for: it may be a name.
        const part = ids ? `leads ${ids.join(', ')}` : 'what matches a filter'
        const subject = isPart || ids ? part : 'the whole list'
        // The pages after the first are of the same export.
        request.audit(cursor === undefined ? { subject } : { action: null })
        const page = ids ? await listThese(db, ids) : await readPage(db, request.query)
        return sendPage(reply, await withWhatCame(db, page))
      },
    )

    app.get(
      api.leadCount.path,
      { schema: { querystring: leadFiltersSchema, response: dataOf(leadCountSchema) } },
      async ({ query }) => ({ data: await countMatching(db, query) }),
    )

    app.get(
      api.leadSources.path,
      { schema: { response: dataOf(leadSourcesSchema) } },
      async () => ({
        data: await countSources(db),
      }),
    )

    app.get(
      api.leadCompanies.path,
      { schema: { response: dataOf(leadCompaniesSchema) } },
      async () => ({ data: await listCompanies(db) }),
    )

    app.get(api.leadStats.path, { schema: { response: dataOf(leadStatsSchema) } }, async () => ({
      data: await countLeads(db),
    }))
  }
}
