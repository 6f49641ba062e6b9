import { and, desc, eq, getTableColumns, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { business } from '#/content/business.ts'
import {
  type AuditFilters,
  type AuditPage,
  auditPageQuerySchema,
  auditPageSchema,
} from '#/contracts/audit/audit.ts'
import { actionsOf } from '#/contracts/audit/audit-words.ts'
import { apiPaths } from '#/contracts/routes.ts'
import type { Database } from '../db/database.ts'
import { auditEntries, contractors, leads } from '../db/tables/schema.ts'
import { sendPage } from '../http/answer-schemas.ts'

/** When a day begins where the business is, or the Nth day after it. */
const beginningOf = (day: string, later = 0) =>
  sql`((${day}::date + ${later}::integer)::timestamp at time zone ${business.timeZone})`

/** True for entries that match the filters. */
function passes({ q, group, result, from, to }: AuditFilters): SQL | undefined {
  const { who, subject, address, at } = auditEntries
  return and(
    q
      ? sql`position(fold_text(${q}) in fold_text(concat_ws(' ', ${who}, ${subject}, ${address}))) > 0`
      : undefined,
    group && inArray(auditEntries.action, actionsOf(group)),
    result && eq(auditEntries.result, result),
    from ? sql`${at} >= ${beginningOf(from)}` : undefined,
    to ? sql`${at} < ${beginningOf(to, 1)}` : undefined,
  )
}

/**
 * One page of the entries that match the filters, newest first: in the order in which they came.
 */
async function listEntries(
  db: Database,
  { limit, cursor, ...filters }: z.output<typeof auditPageQuerySchema>,
): Promise<AuditPage> {
  const isAfter = cursor === undefined ? undefined : lt(auditEntries.id, cursor)
  const rows = await db
    .select({
      ...getTableColumns(auditEntries),
      ...{ leadId: leads.id, contractorId: contractors.id },
    })
    .from(auditEntries)
    .leftJoin(leads, eq(leads.id, auditEntries.leadId))
    .leftJoin(
      contractors,
      and(eq(contractors.id, auditEntries.contractorId), isNull(contractors.removedAt)),
    )
    .where(and(passes(filters), isAfter))
    .orderBy(desc(auditEntries.id))
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  return {
    data: page.map((row) => ({ ...row, at: row.at.toISOString() })),
    nextCursor: rows.length > limit ? String(page.at(-1)?.id) : null,
  }
}

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
