import { type SQL, sql } from 'drizzle-orm'
import type { LeadFilters, LeadStats } from '#/contracts/leads/inbox.ts'
import { countFloor } from '#/contracts/limits.ts'
import { contractors, leads, offers, referrals } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { isOfKind, isOfReferral, isOfStatus, readAtOnce, selectFound } from './filter-leads.ts'
import { holdsTerm } from './search-terms.ts'

const asNumber = (value: SQL) => sql<number>`${value}`.mapWith(Number)

/** The counts on the cards. Each part reads indexes alone. */
export async function countLeads(db: Database): Promise<LeadStats> {
  const [counts] = await db
    .select({
      total: asNumber(sql`count(*)`),
      contacted: asNumber(sql`count(*) filter (where is_contacted)`),
      new: asNumber(sql`(select count(*) from ${leads} join ${referrals} on lead_id = ${leads.id}
        where not is_quarantined and ${isOfStatus.new})`),
      thisWeek: asNumber(sql`(select count(*) from ${leads} where not is_quarantined
        and created_at > now() - interval '7 days')`),
      quarantined: asNumber(sql`(select count(*) from ${leads} where is_quarantined)`),
    })
    .from(leads)
    .where(sql`not is_quarantined`)
  if (!counts) throw new Error('an aggregate returned no row')
  return { ...counts, closed: counts.total - counts.contacted - counts.new }
}

/** How many leads pass the filters, and how many there are. */
export const countMatching = (db: Database, filters: LeadFilters) =>
  readAtOnce(db, async (tx) => {
    const total = await tx.$count(leads, isOfKind(filters))
    // What many leads have in their texts, and a stage of many, takes long to count to the end.
    const most = countFloor + 1
    const isSearch = holdsTerm(filters.q) !== undefined
    const isBounded = isSearch || isOfReferral(filters)
    const found = selectFound(tx, filters, isBounded && !isSearch ? { most } : undefined)
    // Without `offset 0` PostgreSQL reads the whole table in the hope of an early end.
    const some = isSearch ? sql`(select id from (${found} offset 0) found limit ${most})` : found
    const matching = await tx.$count(sql`${some} some_leads`)
    const isFloor = isBounded && matching > countFloor
    return { matching: isFloor ? countFloor : matching, isFloor, total }
  })

/** The sources that leads have, most first. */
export async function countSources(db: Database): Promise<{ source: string; count: number }[]> {
  return db
    .select({ source: leads.source, count: asNumber(sql`count(*)`) })
    .from(leads)
    .where(sql`not is_quarantined`)
    .groupBy(leads.source)
    .orderBy(sql`count(*) desc, source`)
}

/** The contractors who are asked for leads or have had some, by name, also those who are removed. */
export async function listCompanies(db: Database) {
  const { id, companyName } = contractors
  return db
    .select({ id, companyName })
    .from(contractors)
    .where(sql`exists (select from ${offers} where ${offers.contractorId} = ${id}
      and ${offers.state} in ('open', 'accepted', 'ended'))`)
    .orderBy(sql`lower(${companyName})`, id)
}
