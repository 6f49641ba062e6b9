import { inArray, sql } from 'drizzle-orm'
import type { ExportedLead, LeadPage } from '#/contracts/leads/inbox.ts'
import type { Page } from '#/contracts/limits.ts'
import { ledgerEntries } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'

/** Adds to a page of the list what each lead has earned, for a file: what takes a fee back names its lead. */
export async function withFees(db: Database, page: LeadPage): Promise<Page<ExportedLead>> {
  const { leadId, amountCents } = ledgerEntries
  const ids = page.data.map(({ id }) => id)
  const rows = await db
    .select({ leadId, feeCents: sql`sum(${amountCents})`.mapWith(Number) })
    .from(ledgerEntries)
    .where(inArray(leadId, ids))
    .groupBy(leadId)
  const feeOf = new Map(rows.map((row) => [row.leadId, row.feeCents]))
  return {
    ...page,
    data: page.data.map((entry) => ({ ...entry, feeCents: feeOf.get(entry.id) ?? null })),
  }
}
