import { and, desc, eq, getTableColumns, isNull, lt, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { business } from '#/content/business.ts'
import type { AuditEntry } from '#/contracts/audit/audit-words.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { longestSearch, type Page, pageLimits } from '#/contracts/limits.ts'
import { emptyIsAbsent, searchText } from '#/server/texts/texts.ts'
import type { Database } from '../db/database.ts'
import { auditEntries, contractors, leads } from '../db/tables/schema.ts'
import { auditExport } from '../http/audit.ts'
import { serve } from '../http/serve.ts'

/** The query of one page. An absent filter matches every entry. */
const auditPageQuerySchema = z.object({
  /** A part of the actor, of the subject, or of the client's address. */
  q: searchText(longestSearch).trim().optional().transform(emptyIsAbsent),
  day: z
    .literal('')
    .or(z.iso.date('Please give a day as 2026-03-04.'))
    .optional()
    .transform(emptyIsAbsent),
  limit: z.coerce.number().int().min(1).max(pageLimits.max).default(pageLimits.default),
  cursor: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
})

/**
 * One page of the entries that match the filters, newest first: in the order in which they came.
 */
async function listEntries(
  db: Database,
  { limit, cursor, q, day }: z.output<typeof auditPageQuerySchema>,
): Promise<Page<AuditEntry>> {
  const { who, subject, address, at } = auditEntries
  const isFound = sql`position(fold_text(${q}) in fold_text(concat_ws(' ', ${who}, ${subject}, ${address}))) > 0`
  const isOfDay = sql`(${at} at time zone ${business.timeZone})::date = ${day}::date`
  const rows = await db
    .select({
      ...getTableColumns(auditEntries),
      leadId: leads.id,
      contractorId: contractors.id,
    })
    .from(auditEntries)
    .leftJoin(leads, eq(leads.id, auditEntries.leadId))
    .leftJoin(
      contractors,
      and(eq(contractors.id, auditEntries.contractorId), isNull(contractors.removedAt)),
    )
    .where(
      and(
        q ? isFound : undefined,
        day ? isOfDay : undefined,
        cursor ? lt(auditEntries.id, cursor) : undefined,
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  return {
    data: page.map((row) => ({ ...row, at: row.at.toISOString() })),
    nextCursor: rows.length > limit ? String(page.at(-1)?.id) : null,
  }
}

/** The audit log, for reading only. Admins only. */
export function addAuditRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  const page = { query: auditPageQuerySchema }
  serve(app, api.auditEntries, page, async ({ query }, reply) =>
    reply.send(await listEntries(db, query)),
  )

  serve(app, api.auditExport, page, async (request, reply) => {
    await auditExport(db, request, { cursor: request.query.cursor })
    return reply.send(await listEntries(db, request.query))
  })
}
