import { eq, sql } from 'drizzle-orm'
import { business } from '#/content/business.ts'
import { dayMs } from '#/contracts/days.ts'
import type { ContractorFields } from '#/contracts/referrals/contractors.ts'
import type { OfferState } from '#/contracts/referrals/offer-states.ts'
import type { TownName } from '#/contracts/referrals/towns.ts'
import { urgentServiceId } from '#/contracts/site/services.ts'
import { contractors } from '#/server/db/tables/schema.ts'
import { localDay } from '#/server/time/local-day.ts'
import type { Database } from '../../db/database.ts'

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
  /** The median from an offer to its answer; null without an answer. */
  medianMinutes: number | null
}

/** A contractor who does a lead's work there, with what speaks for them and against them. */
export type Candidate = Pick<
  ContractorFields,
  'companyName' | 'contactName' | 'email' | 'phone'
> & {
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

const daysBefore = (now: Date, days: number) =>
  sql`${new Date(now.getTime() - days * dayMs).toISOString()}::timestamptz`

/**
 * Who answers most offers or is too new to tell is asked first, then who answers at least half of them,
 * and among equals who has waited longest for one.
 */
const inOrder = sql`unreliability, waiting_since, id`

/** Names those who do such work `judged`: whether each fits, and what puts them in order. */
function judgedSql(leadId: number, { service, town }: AskedWork, now: Date) {
  const at = sql`${now.toISOString()}::timestamptz`
  const today = sql`${localDay(now.getTime())}::date`
  return sql`
    with records as (
      select contractor_id, max(offered_at) last_offered_at,
        count(*) filter (where answered_at is not null or state = 'expired'
          or (state = 'open' and expires_at <= ${at})) ended,
        count(answered_at) answered,
        count(*) filter (where offered_at > ${daysBefore(now, 7)}) offered_this_week
      from offers where offered_at > ${daysBefore(now, recordDays)}
      group by contractor_id
    ), newest as (
      select distinct on (contractor_id) contractor_id,
        case when state = 'open' and expires_at <= ${at} then 'expired' else state end of_this_lead
      from offers where lead_id = ${leadId}
      order by contractor_id, id desc
    ), able as (
      select id, coalesce(ended, 0)::integer ended, coalesce(answered, 0)::integer answered,
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
    )`
}

/** The numbers of those who may be offered a lead now, in the order in which they are to be asked. */
export async function readFitting(
  db: Database,
  leadId: number,
  work: AskedWork,
  now: Date,
): Promise<number[]> {
  const rows = await db
    .select({ id: sql<number>`id`.mapWith(Number) })
    .from(sql`(${judgedSql(leadId, work, now)} select * from judged where fits) fitting`)
    .orderBy(inOrder)
  return rows.map(({ id }) => id)
}

/**
 * Ranks the contractors for a lead, and lists the first of each kind. The database does it, because a
 * long list would take long to read, and the statement has a name, because it takes long to plan.
 */
export async function readRanking(
  db: Database,
  leadId: number,
  work: AskedWork,
  { now, most }: { now: Date; most: number },
): Promise<Candidates> {
  const ranked = sql`(
    ${judgedSql(leadId, work, now)}
    select first_of_kind.*, all_of_them
    from (select fits kind, count(*)::integer all_of_them from judged group by fits) kinds
    cross join lateral (
      select * from judged where fits = kind order by ${inOrder} limit ${most}
    ) first_of_kind
  ) ranked`
  const median = sql<number | null>`(
    select percentile_cont(0.5) within group (
      order by extract(epoch from answered_at - offered_at)::float8 / 60)
    from offers
    where contractor_id = ranked.id and offered_at > ${daysBefore(now, recordDays)})`
  const rows = await db
    .select({
      candidate: {
        id: contractors.id,
        companyName: contractors.companyName,
        contactName: contractors.contactName,
        email: contractors.email,
        phone: contractors.phone,
        fits: sql<boolean>`fits`,
        hasLapsed: sql<boolean>`has_lapsed`,
        isPaused: sql<boolean>`is_paused`,
        isFull: sql<boolean>`is_full`,
        licenseExpiresOn: contractors.licenseExpiresOn,
        insuranceExpiresOn: contractors.insuranceExpiresOn,
        pausedUntil: contractors.pausedUntil,
        mostOffersAWeek: contractors.mostOffersAWeek,
      },
      record: {
        ended: sql<number>`ended`,
        answered: sql<number>`answered`,
        lastOfferedOn: sql<string | null>`
          (last_offered_at at time zone ${business.timeZone}::text)::date::text`,
        offeredThisWeek: sql<number>`offered_this_week`,
        ofThisLead: sql<OfferState | null>`of_this_lead`,
        medianMinutes: median,
      },
      allOfThem: sql<number>`all_of_them`,
    })
    .from(ranked)
    .innerJoin(contractors, eq(contractors.id, sql`ranked.id`))
    .orderBy(sql`unreliability, waiting_since, ranked.id`)
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
