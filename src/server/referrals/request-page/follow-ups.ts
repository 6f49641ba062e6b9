import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { WrittenMail } from '#/contracts/notifications/mails.ts'
import { longestAgreementDays } from '#/contracts/referrals/offers.ts'
import { urgentServiceId } from '#/contracts/site/services.ts'
import type { Database } from '#/server/db/database.ts'
import { leadReference } from '#/server/db/lead-reference.ts'
import { locks } from '#/server/db/locks.ts'
import { notify } from '#/server/db/signals.ts'
import { deliveries, leads, offers, ratings, referrals } from '#/server/db/tables/schema.ts'
import { repeat } from '#/server/jobs/loop.ts'
import { readLead } from '../lead/held-lead.ts'
import { createLinkToRequest } from '../lead/links.ts'
import { areVisitorMailsOn } from '../lead/tell-of-lead.ts'
import { matchOf } from '../offers/read-offers.ts'
import { settleOldClaims } from '../offers/settle-claims.ts'

/** The most of these mails: to an address in a day, and in all in an hour. The others wait. */
const followUpLimits = { toAddress: 3, inHour: 60 }

/** Days after the match or the agreed call, after the work was done, and after either at the latest. */
const followUpDays = { matched: 5, done: 1, latest: 14 }

const days = (count: number) => sql`${count}::int * interval '1 day'`

/**
 * Queues the mail that asks visitors how it went: one for each lead, whatever runs at the same time.
 * None while the owner wants no mails to visitors. `now` is the database's time unless it is given.
 */
export async function queueFollowUps(db: Database, now?: Date): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await areVisitorMailsOn(tx))) return
    await tx.execute(sql`select pg_advisory_xact_lock(${locks.followUps})`)
    const time = sql`coalesce(${now?.toISOString() ?? null}::timestamptz, now())`
    const { rowCount } = (await tx.execute(sql`
      with clock as (select ${time} "time"),
      recent as (
        select lower(target) address, created_at from ${deliveries}, clock
        where channel = 'follow-up' and created_at > "time" - interval '1 day'
      ),
      finished as (
        select referrals.lead_id, outcome,
          case when outcome = 'done' then outcome_at else greatest(answered_at, call_at) end ended_at
        from ${referrals}
          left join ${offers} on offers.lead_id = referrals.lead_id and offers.state = 'accepted'
          cross join clock
        where outcome in ('matched', 'done') and claimed_at is null
          and outcome_at > "time" - ${days(longestAgreementDays)}
      ),
      due as (
        select leads.id, leads.email, leads.service, ended_at,
          row_number() over (partition by lower(leads.email) order by ended_at, leads.id) nth
        from finished join ${leads} leads on leads.id = finished.lead_id cross join clock
        where email <> '' and not is_quarantined
          and "time" >= ended_at
            + case when outcome = 'done' then ${days(followUpDays.done)} else ${days(followUpDays.matched)} end
          and "time" < ended_at + ${days(followUpDays.latest)}
          and not exists (select from ${ratings} where ratings.lead_id = leads.id)
          and not exists (
            select from ${deliveries} asked where asked.lead_id = leads.id and channel = 'follow-up'
          )
      ),
      next as (
        select id, email, service, "time" from due, clock
        where nth + (select count(*) from recent where address = lower(email)) <= ${followUpLimits.toAddress}
        order by ended_at, id
        limit greatest(0, ${followUpLimits.inHour} - (
          select count(*) from recent, clock where created_at > "time" - interval '1 hour'
        ))
      )
      insert into ${deliveries} (lead_id, channel, target, is_urgent, created_at)
      select id, 'follow-up', email, service = ${urgentServiceId}, "time" from next
      -- As an erasure locks the leads.
      order by id
      on conflict do nothing`)) as unknown as { rowCount: number }
    if (rowCount > 0) await notify(tx, 'deliveries_due', '')
  })
}

/** Makes the function that writes the mail which asks the visitor of a lead how it went. */
export function createFollowUpMail(db: Database, siteUrl: string) {
  const linkToRequest = createLinkToRequest(db, siteUrl)

  return async (leadId: number): Promise<WrittenMail> => {
    const lead = await readLead(db, leadId)
    if (!lead) return { cancelled: 'The request was deleted before the mail left.' }
    const { outcome } = lead
    if (lead.isQuarantined || (outcome !== 'matched' && outcome !== 'done')) {
      return { cancelled: 'The request was not matched or done any more when the mail left.' }
    }
    if (lead.claimedAt) {
      return { cancelled: 'The customer is being asked what became of it.' }
    }
    if (!(await areVisitorMailsOn(db))) {
      return { cancelled: 'Emails to visitors were turned off before the mail left.' }
    }
    if ((await db.$count(ratings, eq(ratings.leadId, leadId))) > 0) {
      return { cancelled: 'The customer had said how it went before the mail left.' }
    }
    const reference = leadReference(lead.submissionId)
    const companyName = matchOf(lead)?.companyName ?? null
    const link = await linkToRequest(leadId)
    return { wanted: { kind: 'follow-up', companyName, reference, link } }
  }
}

/**
 * Looks for visitors to be asked, and for those who have not answered what their contractor reported,
 * when the server starts, and every ten minutes.
 */
export function registerFollowUps(app: FastifyInstance, db: Database): void {
  repeat(app, {
    what: 'ask visitors how it went',
    everyMs: 10 * 60_000,
    run: async () => {
      await settleOldClaims(db)
      await queueFollowUps(db)
    },
    startsAtOnce: true,
  })
}
