import { type SQL, sql } from 'drizzle-orm'
import { business } from '#/content/business.ts'
import { areSamples, mostReviews } from '#/content/testimonials.ts'
import type { SiteOnServer } from '#/contracts/pages/documents.ts'
import type { PromiseCheck } from '#/contracts/results/results.ts'
import type { ClaimId } from '#/contracts/settings/claims.ts'
import { urgentServiceId } from '#/contracts/site/services.ts'
import type { Database } from '../db/database.ts'
import { cameHere } from '../db/imported.ts'
import { countPublished } from '../db/published-ratings.ts'
import { contractors, leads, offers, ratings, referrals } from '../db/tables/schema.ts'

/** A promise of a time holds if this share of requests got what was promised. */
const nearlyAll = 0.9

const period = sql`interval '90 days'`

/** The number in a claim such as '1,000+'. */
const numberIn = (claim: string) => Number(claim.replace(/\D/g, ''))

/** Requests with the hours that each waited, by the clock. */
const requests = sql`(
  select service, extract(epoch from now() - leads.created_at) / 3600 age,
    extract(epoch from first_contacted_at - leads.created_at) / 3600 answered_after,
    extract(epoch from answered_at - leads.created_at) / 3600 matched_after,
    coalesce(outcome = 'lost', false) is_lost
  from ${leads} leads
    left join ${referrals} on referrals.lead_id = leads.id
    left join ${offers} on offers.lead_id = leads.id and offers.state = 'accepted'
  where not is_quarantined and ${cameHere} and leads.created_at > now() - ${period}
) requests`

/** How many got it in time, of those that got it or whose time is over. */
function inTime(after: SQL, hours: number, which: SQL = sql`true`) {
  const isInTime = sql`(${after} <= ${hours})`
  const isDue = sql`(${after} is not null or age > ${hours})`
  return {
    kept: sql`count(*) filter (where ${which} and ${isInTime})`.mapWith(Number),
    due: sql`count(*) filter (where ${which} and ${isDue})`.mapWith(Number),
  }
}

function share(id: PromiseCheck['id'], { kept, due }: { kept: number; due: number }): PromiseCheck {
  if (due === 0) return { id, measured: null, sample: 0, holds: null }
  return { id, measured: kept / due, sample: due, holds: kept / due >= nearlyAll }
}

const atLeast = (id: PromiseCheck['id'], measured: number, claimed: number): PromiseCheck => ({
  id,
  measured,
  sample: null,
  holds: measured >= claimed,
})

/** From four stars on a customer is satisfied. */
const satisfiedFrom = 4

/** The share of satisfied customers among all ratings. */
async function checkSatisfaction(db: Database, claim: string): Promise<PromiseCheck> {
  const [row] = await db
    .select({
      satisfied: sql`count(*) filter (where stars >= ${satisfiedFrom})`.mapWith(Number),
      rated: sql`count(*)`.mapWith(Number),
    })
    .from(sql`${ratings} join ${leads} leads on leads.id = ratings.lead_id`)
    .where(sql`not is_quarantined`)
  const { satisfied, rated } = row ?? { satisfied: 0, rated: 0 }
  if (rated === 0) return { id: 'satisfaction', measured: null, sample: 0, holds: null }
  const measured = satisfied / rated
  const claimed = numberIn(claim) / 100
  return { id: 'satisfaction', measured, sample: rated, holds: measured >= claimed }
}

/** Holds unless the home page shows samples: reviews of customers are true, and no reviews claim nothing. */
async function checkTestimonials(db: Database, showsSamples: boolean): Promise<PromiseCheck> {
  const published = Math.min(await countPublished(db), mostReviews)
  const holds = !areSamples || published > 0 || !showsSamples
  return { id: 'testimonials', measured: published, sample: null, holds }
}

/** What the site promises and claims, beside what the data says; without what it does not claim. */
export async function checkPromises(
  db: Database,
  { claims, showsSamples }: Pick<SiteOnServer, 'claims' | 'showsSamples'>,
): Promise<PromiseCheck[]> {
  const hours = business.promisedHours
  const answer = inTime(sql`answered_after`, hours.estimate)
  const emergency = inTime(sql`answered_after`, hours.emergency, sql`service = ${urgentServiceId}`)
  // A visitor who needs no contractor any more is not matched.
  const matching = inTime(sql`matched_after`, hours.matching, sql`not is_lost`)
  const today = sql`(now() at time zone ${business.timeZone}::text)::date`
  const [[waits], [network], [connected], satisfaction, testimonials] = await Promise.all([
    db.select({ answer, emergency, matching }).from(requests),
    db
      .select({
        contractors: sql`count(distinct id)`.mapWith(Number),
        areas: sql`count(distinct town)`.mapWith(Number),
      })
      .from(sql`${contractors} left join lateral unnest(towns) town on true`)
      .where(
        sql`removed_at is null and license_expires_on >= ${today} and insurance_expires_on >= ${today}`,
      ),
    db
      .select({ projects: sql`count(*)`.mapWith(Number) })
      .from(sql`${referrals} join ${leads} leads on leads.id = referrals.lead_id`)
      .where(sql`outcome in ('matched', 'done') and ${cameHere}`),
    checkSatisfaction(db, claims.satisfaction),
    checkTestimonials(db, showsSamples),
  ])
  if (!waits || !network || !connected) throw new Error('an aggregate returned no row')
  return [
    share('answer', waits.answer),
    share('emergency', waits.emergency),
    share('matching', waits.matching),
    atLeast('contractors', network.contractors, numberIn(claims.contractors)),
    atLeast('areas', network.areas, numberIn(claims.areas)),
    atLeast('projects', connected.projects, numberIn(claims.projects)),
    satisfaction,
    testimonials,
  ].filter(({ id }) => !(id in claims) || claims[id as ClaimId] !== '')
}
