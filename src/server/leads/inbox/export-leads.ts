import { inArray, sql } from 'drizzle-orm'
import type { LeadPage } from '#/contracts/leads/inbox.ts'
import type { ExportPage } from '#/contracts/referrals/exported-leads.ts'
import { outcomeOf } from '#/contracts/referrals/offer-states.ts'
import { leads, ledgerEntries, offers, referrals } from '#/server/db/tables/schema.ts'
import { asIso } from '#/server/time/instants.ts'
import type { Database } from '../../db/database.ts'

/** The entries of a fee for the lead, and those that take a part or all of it back. */
const fee = sql`(
  select sum(${ledgerEntries.amountCents}) from ${ledgerEntries} where ${ledgerEntries.id} in (
    select of_lead.id from ${ledgerEntries} of_lead where of_lead.lead_id = ${leads.id}
    union
    select taken.id from ${ledgerEntries} taken join ${ledgerEntries} of_lead on of_lead.id = taken.reverses
    where of_lead.lead_id = ${leads.id}))`

/** A time of the offer of the contractor who has a lead, or had it at the end. */
const ofHolder = (time: typeof offers.answeredAt | typeof offers.spokenAt) =>
  sql<number | null>`(
    select ${time} from ${offers}
    where ${offers.leadId} = ${leads.id}
      and (${offers.state} = 'accepted' or ${offers.state} = 'ended' and ${referrals.end} is not null)
    order by ${offers.id} desc limit 1)`.mapWith(time)

/** Adds to a page of the list what came of each lead, for a file. */
export async function withWhatCame(db: Database, page: LeadPage): Promise<ExportPage> {
  const ids = page.data.map(({ id }) => id)
  if (ids.length === 0) return { data: [], nextCursor: null }
  const rows = await db
    .select({
      id: leads.id,
      end: referrals.end,
      acceptedAt: ofHolder(offers.answeredAt),
      calledAt: ofHolder(offers.spokenAt),
      feeCents: sql<number | null>`${fee}`.mapWith((sum) => (sum === null ? null : Number(sum))),
    })
    .from(leads)
    .innerJoin(referrals, sql`${referrals.leadId} = ${leads.id}`)
    .where(inArray(leads.id, ids))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return {
    ...page,
    data: page.data.map((entry) => {
      const row = byId.get(entry.id)
      return {
        ...entry,
        outcome: outcomeOf(entry.stage),
        outcomeAt: asIso(row?.end?.at ?? (entry.stage === 'matched' ? row?.acceptedAt : null)),
        acceptedAt: asIso(row?.acceptedAt),
        calledAt: asIso(row?.calledAt),
        feeCents: row?.feeCents ?? null,
      }
    }),
  }
}
