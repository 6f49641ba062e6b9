import { inArray, sql } from 'drizzle-orm'
import type { ExportPage, LeadPage } from '#/contracts/leads/inbox.ts'
import { leads } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'

/** The entries of a fee for the lead, and those that take a part or all of it back. */
const fee = sql<number | null>`(
  select sum(amount_cents) from ledger_entries where id in (
    select of_lead.id from ledger_entries of_lead where of_lead.lead_id = leads.id
    union
    select taken.id from ledger_entries taken join ledger_entries of_lead on of_lead.id = taken.reverses
    where of_lead.lead_id = leads.id))`

/** Adds to a page of the list what each lead has earned, for a file. */
export async function withFees(db: Database, page: LeadPage): Promise<ExportPage> {
  const ids = page.data.map(({ id }) => id)
  const rows = await db
    .select({ id: leads.id, fee: fee.mapWith((sum) => (sum === null ? null : Number(sum))) })
    .from(leads)
    .where(inArray(leads.id, ids))
  const feeOf = new Map(rows.map((row) => [row.id, row.fee]))
  return {
    ...page,
    data: page.data.map((entry) => ({ ...entry, feeCents: feeOf.get(entry.id) ?? null })),
  }
}
