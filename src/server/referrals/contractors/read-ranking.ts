import { sql } from 'drizzle-orm'
import { business } from '#/content/business.ts'
import type { OfferState } from '#/contracts/offer-states.ts'
import { urgentServiceId } from '#/contracts/services.ts'
import type { TownName } from '#/contracts/towns.ts'
import type { Database } from '../../db/database.ts'
import { localDay } from '../../local-day.ts'

/** What of a lead decides who fits. */
export type AskedWork = {
  service: string
  /** Null where it is not known. */
  town: TownName | null
}

/** So many days back offers count. */
export const recordDays = 90

/** How a contractor has answered in the last `recordDays`. */
export type AnswerRecord = {
  /** Offers that were answered, or not in time. */
  ended: number
  answered: number
  /** The day of the last offer where the business is, as `2027-08-31`. */
  lastOfferedOn: string | null
  /** Offers of the last seven days. */
  offeredThisWeek: number
  /** Where the newest offer of this very lead to them stands. */
  ofThisLead: OfferState | null
}

/** A contractor who does a lead's work there, with what speaks for them and against them. */
export type Candidate = {
  id: number
  /** True for who may be offered the lead now: nothing of what follows is against it. */
  fits: boolean
  hasLapsed: boolean
  isPaused: boolean
  /** Had as many offers as they want in a week. */
  isFull: boolean
  licenseExpiresOn: string
  insuranceExpiresOn: string
  pausedUntil: string | null
  mostOffersAWeek: number | null
  record: AnswerRecord
}

/** Those who fit a lead, and those who do such work but not now: the first of each, and how many. */
export type Candidates = {
  fitting: Candidate[]
  others: Candidate[]
  counts: { fitting: number; others: number }
}

/** A service that everybody may do: the visitor did not know. */
export const isOpen = (service: string) => service === 'not-sure'

/** Fewer offers than this say nothing of a contractor. */
const enoughOffers = 3

const dayMs = 86_400_000

const inOrder = sql`unreliability, waiting_since, id`

/**
 * The contractors who do such work, in the order in which they are to be asked: who answers most
 * offers or is too new to tell comes first, then who answers at least half of them, and among equals
 * who has waited longest for one. At most so many of each kind; all for null.
 */
function rankingSql(leadId: number, { service, town }: AskedWork, now: Date, most: number | null) {
  const at = sql`${now.toISOString()}::timestamptz`
  const daysBefore = (days: number) =>
    sql`${new Date(now.getTime() - days * dayMs).toISOString()}::timestamptz`
  const today = sql`${localDay(now.getTime())}::date`
  return sql`(
    with records as (
      select contractor_id, max(offered_at) last_offered_at,
        count(*) filter (where answered_at is not null or state = 'expired'
          or (state = 'open' and expires_at <= ${at})) ended,
        count(answered_at) answered,
        count(*) filter (where offered_at > ${daysBefore(7)}) offered_this_week
      from offers where offered_at > ${daysBefore(recordDays)}
      group by contractor_id
    ), newest as (
      select distinct on (contractor_id) contractor_id,
        case when state = 'open' and expires_at <= ${at} then 'expired' else state end of_this_lead
      from offers where lead_id = ${leadId}
      order by contractor_id, id desc
    ), able as (
      select id, license_expires_on, insurance_expires_on, paused_until, most_offers_a_week,
        coalesce(ended, 0)::integer ended, coalesce(answered, 0)::integer answered,
        coalesce(offered_this_week, 0)::integer offered_this_week, last_offered_at, of_this_lead,
        coalesce(last_offered_at, created_at) waiting_since,
        license_expires_on < ${today} or insurance_expires_on < ${today} has_lapsed,
        coalesce(paused_until > ${today}, false) is_paused,
        coalesce(offered_this_week >= most_offers_a_week, false) is_full
      from contractors
      left join records on records.contractor_id = id
      left join newest on newest.contractor_id = id
      where removed_at is null
        and case when ${service === urgentServiceId} then answers_emergencies
          else ${isOpen(service)} or ${service} = any(services) end
        and (${town}::text is null or ${town} = any(towns))
    ), judged as (
      select *,
        case when ended < ${enoughOffers} or 4 * answered >= 3 * ended then 0
          when 2 * answered >= ended then 1 else 2 end unreliability,
        not (has_lapsed or is_paused or is_full or coalesce(of_this_lead <> 'taken', false)) fits
      from able
    )
    select first_of_kind.*, all_of_them
    from (select fits kind, count(*)::integer all_of_them from judged group by fits) kinds
    cross join lateral (
      select * from judged where fits = kind order by ${inOrder} limit ${most}::integer
    ) first_of_kind
  ) ranked`
}

/** What is read of each; days as texts. */
const columns = {
  candidate: {
    id: sql<number>`id`.mapWith(Number),
    fits: sql<boolean>`fits`,
    hasLapsed: sql<boolean>`has_lapsed`,
    isPaused: sql<boolean>`is_paused`,
    isFull: sql<boolean>`is_full`,
    licenseExpiresOn: sql<string>`license_expires_on::text`,
    insuranceExpiresOn: sql<string>`insurance_expires_on::text`,
    pausedUntil: sql<string | null>`paused_until::text`,
    mostOffersAWeek: sql<number | null>`most_offers_a_week`,
  },
  record: {
    ended: sql<number>`ended`,
    answered: sql<number>`answered`,
    lastOfferedOn: sql<string | null>`
      (last_offered_at at time zone ${business.timeZone}::text)::date::text`,
    offeredThisWeek: sql<number>`offered_this_week`,
    ofThisLead: sql<OfferState | null>`of_this_lead`,
  },
  allOfThem: sql<number>`all_of_them`,
}

/**
 * Ranks the contractors for a lead. The database does it, because a long list would take long to read,
 * and the statement has a name, because it takes long to plan.
 */
export async function readRanking(
  db: Database,
  leadId: number,
  work: AskedWork,
  { now, most }: { now: Date; most: number | null },
): Promise<Candidates> {
  const rows = await db
    .select(columns)
    .from(rankingSql(leadId, work, now, most))
    .orderBy(inOrder)
    .prepare('rank_contractors')
    .execute()
  const candidates = rows.map(({ candidate, record }) => ({ ...candidate, record }))
  const countOf = (wanted: boolean) =>
    rows.find(({ candidate }) => candidate.fits === wanted)?.allOfThem ?? 0
  return {
    fitting: candidates.filter(({ fits }) => fits),
    others: candidates.filter(({ fits }) => !fits),
    counts: { fitting: countOf(true), others: countOf(false) },
  }
}
