import { Readable } from 'node:stream'
import { inArray, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { api } from '#/contracts/endpoints/api.ts'
import type { ExportedLead, LeadPage } from '#/contracts/leads/inbox.ts'
import { leadStatuses, stages, waitsFor } from '#/contracts/leads/lead-stage.ts'
import { leadOrders, longestSearch, mostAtOnce, type Page, pageLimits } from '#/contracts/limits.ts'
import { ledgerEntries } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { auditExport } from '../../http/audit.ts'
import { serve } from '../../http/serve.ts'
import { assertFresh } from '../../http/sessions.ts'
import { emptyIsAbsent, searchText, sentText } from '../../texts/texts.ts'
import { countLeads, countMatching, countSources, listCompanies } from './counts.ts'
import { listPage, listThese, readAllLeads } from './list-leads.ts'

/** Adds to a page of the list what each lead has earned, for a file: what takes a fee back names its lead. */
async function withFees(db: Database, page: LeadPage): Promise<Page<ExportedLead>> {
  const { leadId, amountCents } = ledgerEntries
  const ids = page.data.map(({ id }) => id)
  const rows = await db
    .select({ leadId, feeCents: sql`sum(${amountCents})`.mapWith(Number) })
    .from(ledgerEntries)
    .where(inArray(leadId, ids))
    .groupBy(leadId)
  const feeOf = new Map(rows.map((row) => [row.leadId, row.feeCents]))
  const data = page.data.map((entry) => ({ ...entry, feeCents: feeOf.get(entry.id) ?? null }))
  return { ...page, data }
}

const choice = sentText().max(200).optional().transform(emptyIsAbsent)

/** Reads `LeadFilters`. */
export const leadFiltersSchema = z.object({
  q: searchText(longestSearch).optional().transform(emptyIsAbsent),
  service: choice,
  status: z.enum(leadStatuses).default('all'),
  source: choice,
  stage: z.enum(stages).optional(),
  waitsFor: z.enum(waitsFor).optional(),
  contractor: z.coerce.number().int().positive().optional(),
  quarantined: z.stringbool().default(false),
})

/** One page. `cursor` is the `nextCursor` of the page before, in the same order. */
const onePageSchema = leadFiltersSchema.extend({
  order: z.enum(leadOrders).default('newest'),
  limit: z.coerce.number().int().min(1).max(pageLimits.max).default(pageLimits.default),
  cursor: sentText().max(100).optional(),
})

const leadPageQuerySchema = onePageSchema.extend({ withCounts: z.stringbool().default(false) })

/** What goes into a file: what matches, or the leads with these numbers, whatever the filters say. */
const leadExportQuerySchema = onePageSchema.extend({
  ids: z
    .string()
    .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/)
    .transform((text) => text.split(',').map(Number))
    .pipe(z.array(z.int()).max(mostAtOnce))
    .optional(),
})

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

async function readPage(
  db: Database,
  query: z.infer<typeof leadPageQuerySchema>,
): Promise<LeadPage> {
  const { limit, cursor, order, withCounts, ...filters } = query
  const list = listPage(db, filters, { limit, cursor, order })
  if (!withCounts || cursor !== undefined) return list
  const [page, found, stats] = await Promise.all([list, countMatching(db, filters), countLeads(db)])
  return { ...page, counts: { found, stats } }
}

/** The owner's list of leads and what is counted over it. Admins only. */
export function addInboxRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  serve(app, api.leads, { query: leadPageQuerySchema }, async (request, reply) => {
    if (isPaged(request)) return reply.send(await readPage(db, request.query))
    await assertFresh(request)
    request.audit({ action: 'lead.export', subject: 'the whole list' })
    reply.type('application/json; charset=utf-8')
    return reply.send(Readable.from(writeAllLeads(db), { objectMode: false }) as never)
  })

  serve(app, api.leadExport, { query: leadExportQuerySchema }, async (request, reply) => {
    const { cursor, limit, order, ids, ...filters } = request.query
    const { status, ...others } = filters
    const isPart = status !== 'all' || Object.values(others).some(Boolean)
    // Not what was searched for: it may be a name.
    const part = ids ? `requests ${ids.join(', ')}` : 'what matches a filter'
    const subject = isPart || ids ? part : 'the whole list'
    await auditExport(db, request, { cursor, subject })
    const page = ids ? listThese(db, ids) : listPage(db, filters, { limit, cursor, order })
    return reply.send(await withFees(db, await page))
  })

  serve(app, api.leadSources, {}, () => countSources(db))

  serve(app, api.leadCompanies, {}, () => listCompanies(db))
}
