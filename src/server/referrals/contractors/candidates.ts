import { and, desc, eq, sql } from 'drizzle-orm'
import type { ContractorFields, ContractorService } from '#/contracts/contractors.ts'
import type { OfferState } from '#/contracts/offer-states.ts'
import { urgentServiceId } from '#/contracts/services.ts'
import { type TownName, townIn } from '#/contracts/towns.ts'
import type { Database } from '../../db/database.ts'
import { contractors, leads, requestAdditions } from '../../db/schema.ts'
import { type AskedWork, type Candidate, recordDays } from './rank.ts'

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
  if (!lead) return undefined
  const { service, address, addedTown, addedAddress } = lead
  const town = addedTown ?? townIn(addedAddress ?? '') ?? townIn(address ?? '') ?? null
  return { service, town }
}

type Row = {
  id: string
  license_expires_on: string
  insurance_expires_on: string
  services: string
  towns: string
  answers_emergencies: boolean
  most_offers_a_week: number | null
  paused_until: string | null
  added_at: number
  ended: number | null
  answered: number | null
  last_offered_at: number | null
  offered_this_week: number | null
  of_this_lead: OfferState | null
}

const toCandidate = (row: Row): Candidate => ({
  id: Number(row.id),
  licenseExpiresOn: row.license_expires_on,
  insuranceExpiresOn: row.insurance_expires_on,
  services: row.services.split(',') as ContractorService[],
  towns: row.towns.split(',') as TownName[],
  answersEmergencies: row.answers_emergencies,
  mostOffersAWeek: row.most_offers_a_week,
  pausedUntil: row.paused_until,
  addedAt: row.added_at,
  record: {
    ended: row.ended ?? 0,
    answered: row.answered ?? 0,
    lastOfferedAt: row.last_offered_at,
    offeredThisWeek: row.offered_this_week ?? 0,
    ofThisLead: row.of_this_lead,
  },
})

/**
 * The contractors who may do such work, each with how they have answered. The database leaves out
 * most of the others, so that a long list costs little; `doesWork` has the last word.
 */
export async function readCandidates(
  db: Database,
  leadId: number,
  { service, town }: AskedWork,
  now: Date,
): Promise<Candidate[]> {
  const at = sql`${now.toISOString()}::timestamptz`
  const doesService =
    service === urgentServiceId
      ? sql`answers_emergencies`
      : sql`(${service} = 'not-sure' or ${service} = any(services))`
  const { rows } = (await db.execute(sql`
    select id, license_expires_on::text, insurance_expires_on::text,
      array_to_string(services, ',') services, array_to_string(towns, ',') towns,
      answers_emergencies, most_offers_a_week, paused_until::text,
      floor(extract(epoch from created_at) * 1000)::float8 added_at, ended, answered,
      floor(extract(epoch from last_offered_at) * 1000)::float8 last_offered_at,
      offered_this_week, of_this_lead
    from contractors
    left join (
      select contractor_id record_of, max(offered_at) last_offered_at,
        (count(*) filter (where answered_at is not null or state = 'expired'
          or (state = 'open' and expires_at <= ${at})))::integer ended,
        count(answered_at)::integer answered,
        (count(*) filter (where offered_at > ${at} - interval '7 days'))::integer offered_this_week
      from offers
      where offered_at > ${at} - ${recordDays} * interval '1 day'
      group by contractor_id
    ) record on record_of = id
    left join (
      select distinct on (contractor_id) contractor_id offered_to,
        case when state = 'open' and expires_at <= ${at} then 'expired' else state end of_this_lead
      from offers where lead_id = ${leadId}
      order by contractor_id, id desc
    ) newest on offered_to = id
    where removed_at is null and ${doesService}
      and (${town}::text is null or ${town} = any(towns))`)) as unknown as { rows: Row[] }
  return rows.map(toCandidate)
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
  return new Map(rows.map((row) => [row.id, row]))
}
