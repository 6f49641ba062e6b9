import { eq, sql } from 'drizzle-orm'
import { business } from '#/content/business.ts'
import { accessTo, whyNotMatchable } from '#/contracts/referrals/offer-states.ts'
import {
  contractors,
  deliveries,
  isUrgent,
  leads,
  offers,
  referrals,
} from '#/server/db/tables/schema.ts'
import { offerTimes } from '#/server/time/offer-times.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { recordOnLead } from '../../db/lead-history.ts'
import { locks } from '../../db/locks.ts'
import { findFitting } from '../contractors/ranking.ts'
import {
  type ContractorRow,
  type HeldLead,
  handToOwner,
  holdLead,
  saveReferral,
} from '../lead/held-lead.ts'
import { addNews, tellVisitor } from '../lead/tell-of-lead.ts'
import { endMatch } from './end-match.ts'
import { endExpired, endOffer, findContractor, followMails, offerTo } from './offer-changes.ts'
import { tellUnmatched } from './unmatched.ts'

/**
 * The server is to offer a lead by itself, if the owner has set that. Called in the transaction that
 * makes it a lead which can be offered.
 */
export async function beginOffering(tx: Transaction, leadId: number): Promise<void> {
  await tx.execute(sql`select begin_offering(${leadId}::bigint)`)
}

/**
 * The first N of those who fit, and when somebody else does. One transaction at a time: the next one
 * sees what this one has offered.
 */
async function chooseContractors(tx: Transaction, lead: HeldLead, most: number) {
  await tx.execute(sql`select pg_advisory_xact_lock(${locks.asking})`)
  const { fitting, nextTryAt } = await findFitting(tx, lead)
  const chosen: ContractorRow[] = []
  for (const contractorId of fitting) {
    if (chosen.length === most) break
    const contractor = await findContractor(tx, contractorId, lead)
    if (contractor?.isEligible) chosen.push(contractor)
  }
  return { chosen, nextTryAt }
}

/** A look that finds nothing is not repeated before this. */
const shortestWaitMs = 60_000

/**
 * Nobody can be asked now. Where somebody can later, the server looks again then; where nobody can, the
 * lead is the owner's. They are told of that at once, in the inbox and by mail, and in an emergency also
 * while the server goes on.
 */
async function waitForContractors(tx: Transaction, lead: HeldLead, nextTryAt: Date | undefined) {
  const isToldAlready = lead.ranOutAt !== null
  if (!nextTryAt) await handToOwner(tx, lead, 'nobody-left')
  else {
    const earliest = lead.now.getTime() + shortestWaitMs
    const told = lead.isUrgent && !isToldAlready
    await saveReferral(tx, lead, {
      nextTryAt: new Date(Math.max(nextTryAt.getTime(), earliest)),
      ...(told && { ranOutAt: lead.now, ownerReason: 'nobody-left' }),
    })
    if (!told) return
  }
  if (isToldAlready) return
  await recordOnLead(tx, lead.id, { kind: 'ran-out' })
  await tellUnmatched(tx, lead)
}

/**
 * Where the work is, is not known: its visitor is asked first, and the owner is told if they have not
 * said it in time.
 */
async function askForPlace(tx: Transaction, lead: HeldLead): Promise<void> {
  if (lead.placeAskedAt || lead.email === '') {
    await handToOwner(tx, lead, 'unknown-place')
    return addNews(tx, lead, 'place-unknown')
  }
  await saveReferral(tx, lead, { placeAskedAt: lead.now })
  await tellVisitor(tx, lead)
  await recordOnLead(tx, lead.id, { kind: 'place-asked' })
}

/**
 * Asks the next contractors: one, in an emergency several, and nobody before it is known where it is.
 * `openOffers` of the lead wait for their answers already.
 */
export async function askNext(tx: Transaction, lead: HeldLead, openOffers: number): Promise<void> {
  if (lead.isOutside) {
    await handToOwner(tx, lead, 'outside')
    return addNews(tx, lead, 'outside')
  }
  if (!lead.town) return askForPlace(tx, lead)
  const most = (lead.isUrgent ? offerTimes().askedInEmergency : 1) - openOffers
  const { chosen, nextTryAt } = await chooseContractors(tx, lead, most)
  for (const contractor of chosen) await offerTo(tx, lead, contractor, null)
  if (chosen.length + openOffers === 0) await waitForContractors(tx, lead, nextTryAt)
}

/**
 * Takes back what contractors have who may have it no longer: from one who was removed all that is not
 * done, from one whose papers lapsed what they could still accept. A lead that one of them had is open
 * again: the server asks the next one where the owner has set that. The owner is told in either case.
 * Returns true if an open offer ended.
 */
async function takeBack(tx: Transaction, lead: HeldLead): Promise<boolean> {
  const barred = lead.offers.filter(
    (offer) =>
      (offer.state === 'open' || (offer.state === 'accepted' && lead.outcome !== 'done')) &&
      accessTo(offer, lead.now) === offer.bar,
  )
  for (const offer of barred) {
    const detail = offer.contractor.companyName
    await recordOnLead(tx, lead.id, { kind: 'offer-withdrawn', detail })
    if (offer.state === 'accepted' && lead.outcome === 'matched') {
      const how = { state: 'withdrawn', ownerReason: 'removed', asksNext: true } as const
      await endMatch(tx, lead, offer, how)
      if (!lead.isQuarantined) await addNews(tx, lead, 'contractor-removed', detail)
    } else await endOffer(tx, offer.id, 'withdrawn')
  }
  return barred.some(({ state }) => state === 'open')
}

/** Ends the offers whose mails cannot leave, and those whose time is over. */
async function endOverdue(tx: Transaction, lead: HeldLead) {
  const undelivered = await followMails(tx, lead)
  for (const { contractor } of undelivered) {
    await recordOnLead(tx, lead.id, { kind: 'undelivered', detail: contractor.companyName })
    await addNews(tx, lead, 'undelivered', contractor.companyName)
  }
  const late = await endExpired(tx, lead)
  for (const { contractor } of late) {
    await recordOnLead(tx, lead.id, { kind: 'offer-expired', detail: contractor.companyName })
  }
  return { undelivered, ended: [...undelivered, ...late] }
}

/**
 * Does what is due for a lead: takes back what is not for its contractor any more, ends the offers
 * that nobody saw or whose time is over, and if the server offers it by itself and no contractor is
 * being asked, asks the next. All or nothing, so a process that dies in the midst of it leaves the lead
 * due. False if another transaction holds the lead just now.
 */
export async function advanceLead(db: Database, leadId: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const held = await holdLead(tx, leadId, { skipsHeld: true })
    if (!held) return false
    const wasTakenBack = await takeBack(tx, held)
    const lead = await holdLead(tx, leadId)
    if (!lead) return false
    const { undelivered, ended } = await endOverdue(tx, lead)
    const open = lead.offers.filter((each) => each.state === 'open' && !ended.includes(each)).length
    if (whyNotMatchable(lead)) {
      if (lead.isAutomatic) await saveReferral(tx, lead, { isAutomatic: false })
      return true
    }
    if (lead.joinedTo !== null) return true
    if (lead.isAutomatic) {
      if (open === 0 || undelivered.length > 0) await askNext(tx, lead, open)
    } else if ((wasTakenBack || ended.length > 0) && open === 0) {
      // The server asks no other contractor: the owner must know.
      await tellUnmatched(tx, lead)
    }
    return true
  })
}

const mostAtOnce = 100

/** The end of the time in which a visitor is asked where it is. */
const placeAnswerEnds = sql`${referrals.placeAskedAt} + ${business.placeAnswerMinutes}::integer * interval '1 minute'`

/**
 * Leads with an offer whose time is over, whose mail has left or cannot, or whose contractor may have
 * it no longer, and those that the server is to offer to a contractor. With `looksAgain` also those for
 * which it waits until a contractor can be asked: something may have changed. Emergencies come first,
 * and then the oldest.
 */
export async function findDueLeads(db: Database, { looksAgain = false } = {}): Promise<number[]> {
  const isPending = sql`exists (select from ${deliveries} where ${deliveries.offerId} = ${offers.id}
    and ${deliveries.channel} = 'offer' and ${deliveries.state} = 'pending')`
  const isOver = sql`${offers.state} = 'open' and (
    case when ${offers.mailedAt} is null then not ${isPending} else ${offers.expiresAt} <= clock_timestamp() end
    or least(${contractors.licenseExpiresOn}, ${contractors.insuranceExpiresOn}) < (clock_timestamp() at time zone ${business.timeZone})::date
  )`
  const isRemoved = sql`${contractors.removedAt} is not null and (${offers.state} = 'open'
    or (${offers.state} = 'accepted' and ${referrals.outcome} <> 'done'))`
  const isKnown = sql`(${leads.town} is not null or ${leads.isOutside})`
  const isWaiting = looksAgain ? sql`false` : sql`${referrals.nextTryAt} > clock_timestamp()`
  const rows = await db
    .select({ leadId: leads.id })
    .from(sql`(
      select ${offers.leadId} from ${offers}
        join ${contractors} on ${contractors.id} = ${offers.contractorId} where ${isOver}
      union
      select ${offers.leadId} from ${offers}
        join ${contractors} on ${contractors.id} = ${offers.contractorId}
        join ${referrals} on ${referrals.leadId} = ${offers.leadId}
        where ${isRemoved}
      union
      select ${referrals.leadId} from ${referrals} join ${leads} on ${leads.id} = ${referrals.leadId}
        where ${referrals.isAutomatic} and ${referrals.joinedTo} is null
        and case when ${isKnown} then coalesce(not ${isWaiting}, true)
          else coalesce(${placeAnswerEnds} <= clock_timestamp(), true) end
        and not exists (
          select from ${offers} where ${offers.leadId} = ${referrals.leadId} and ${offers.state} = 'open'
        )
    ) due`)
    .innerJoin(leads, eq(leads.id, sql`lead_id`))
    .orderBy(sql`not ${isUrgent}`, leads.id)
    .limit(mostAtOnce)
  return rows.map(({ leadId }) => leadId)
}

/** Milliseconds until the next offer expires, or a lead waits no longer; undefined when none is there. */
export async function msUntilDue(db: Database): Promise<number | undefined> {
  const [row] = await db
    .select({ ms: sql<string | null>`extract(epoch from min(at) - clock_timestamp()) * 1000` })
    .from(sql`(
      select ${offers.expiresAt} at from ${offers}
        where ${offers.state} = 'open' and ${offers.mailedAt} is not null
      union all
      select least(${referrals.nextTryAt}, ${placeAnswerEnds}) from ${referrals} where ${referrals.isAutomatic}
    ) times where at > clock_timestamp()`)
  return row?.ms == null ? undefined : Math.max(0, Number(row.ms))
}
