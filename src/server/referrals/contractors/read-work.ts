import { and, desc, eq, sql } from 'drizzle-orm'
import type { ContractorFields } from '#/contracts/contractors.ts'
import { townIn } from '#/contracts/towns.ts'
import type { Database } from '../../db/database.ts'
import { contractors, leads, requestAdditions } from '../../db/schema.ts'
import { type AskedWork, recordDays } from './read-ranking.ts'

/**
 * What of a lead decides who fits; undefined if there is no such lead. The visitor may have said later
 * where it is.
 */
export async function readWork(db: Database, leadId: number): Promise<AskedWork | undefined> {
  const [lead] = await db
    .select({
      service: leads.service,
      address: leads.address,
      addedTown: requestAdditions.town,
      addedAddress: requestAdditions.address,
    })
    .from(leads)
    .leftJoin(
      requestAdditions,
      and(eq(requestAdditions.leadId, leads.id), eq(requestAdditions.kind, 'place')),
    )
    .where(eq(leads.id, leadId))
    .orderBy(desc(requestAdditions.id))
    .limit(1)
    .prepare('read_work')
    .execute()
  if (!lead) return undefined
  const { service, address, addedTown, addedAddress } = lead
  const town = addedTown ?? townIn(addedAddress ?? '') ?? townIn(address ?? '') ?? null
  return { service, town }
}

/** How to reach a contractor, and how long they took to answer offers. */
export type Contact = Pick<ContractorFields, 'companyName' | 'contactName' | 'email' | 'phone'> & {
  id: number
  /** The median of the last `recordDays`; null without an answer. */
  medianMinutes: number | null
}

/** What is read only of the contractors who are shown. */
export async function readContacts(
  db: Database,
  ids: readonly number[],
  now: Date,
): Promise<Map<number, Contact>> {
  const { id, companyName, contactName, email, phone } = contractors
  const since = sql`${now.toISOString()}::timestamptz - ${recordDays} * interval '1 day'`
  // Written out, because the names that a query of one table is given come without the table.
  const median = sql<number | null>`(
    select percentile_cont(0.5) within group (
      order by extract(epoch from answered_at - offered_at)::float8 / 60)
    from offers
    where offers.contractor_id = contractors.id and offered_at > ${since})`
  const rows = await db
    .select({ id, companyName, contactName, email, phone, medianMinutes: median })
    .from(contractors)
    .where(sql`${id} = any(${sql.param([...ids])}::bigint[])`)
    .prepare('read_contacts')
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
