import { eq, sql } from 'drizzle-orm'
import { business } from '#/content/business.ts'
import { accessTo, whyNotMatchable } from '#/contracts/referrals/offer-states.ts'
import { contractors, leads, offers, referrals } from '#/server/db/tables/schema.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { recordOnLead } from '../../db/lead-history.ts'
import { findFitting } from '../contractors/ranking.ts'
import { type HeldLead, handToOwner, holdLead, saveReferral } from '../lead/held-lead.ts'
import { addNews } from '../lead/tell-of-lead.ts'
import { endMatch } from './end-match.ts'
import { endExpired, endOffer, findContractor, offerTo } from './offer-changes.ts'
import { tellUnmatched } from './unmatched.ts'

/**
 * The server is to offer a lead by itself, if the owner has set that. Called in the transaction that
 * makes it a lead which can be offered.
 */
export async function beginOffering(tx: Transaction, leadId: number): Promise<void> {
  await tx.execute(sql`select begin_offering(${leadId}::bigint)`)
}

/** The first contractor of the ranking who was not asked before; undefined if none is left. */
async function chooseContractor(tx: Transaction, lead: HeldLead) {
  for (const contractorId of await findFitting(tx, lead)) {
    if (lead.offers.some((offer) => offer.contractorId === contractorId)) continue
    const contractor = await findContractor(tx, contractorId, lead)
    if (contractor?.isEligible) return contractor
  }
  return undefined
}

/** Asks the next contractor. If none is left, the owner is told at once, in the inbox and by mail. */
async function askNext(tx: Transaction, lead: HeldLead): Promise<void> {
  const contractor = await chooseContractor(tx, lead)
  if (contractor) return offerTo(tx, lead, contractor, null)
  await handToOwner(tx, lead, 'nobody-left')
  await recordOnLead(tx, lead.id, { kind: 'ran-out' })
  await tellUnmatched(tx, lead)
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

/**
 * Does what is due for a lead: takes back what is not for its contractor any more, ends the offers
 * whose time is over, and if the server offers it by itself and no contractor is being asked, asks the
 * next. All or nothing, so a process that dies in the midst of it leaves the lead due. False if another
 * transaction holds the lead just now.
 */
export async function advanceLead(db: Database, leadId: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const held = await holdLead(tx, leadId, { skipsHeld: true })
    if (!held) return false
    const wasTakenBack = await takeBack(tx, held)
    const lead = await holdLead(tx, leadId)
    if (!lead) return false
    const late = await endExpired(tx, lead)
    for (const { contractor } of late) {
      await recordOnLead(tx, leadId, { kind: 'offer-expired', detail: contractor.companyName })
    }
    const isAsked = lead.offers.some((offer) => offer.state === 'open' && !late.includes(offer))
    const canBeOffered = !whyNotMatchable(lead)
    if (!lead.isAutomatic) {
      // The server asks no other contractor: the owner must know.
      const hasEnded = wasTakenBack || late.length > 0
      if (hasEnded && !isAsked && canBeOffered) await tellUnmatched(tx, lead)
    } else if (!canBeOffered) {
      await saveReferral(tx, lead, { isAutomatic: false })
    } else if (!isAsked) {
      await askNext(tx, lead)
    }
    return true
  })
}

const mostAtOnce = 100

/**
 * Leads with an offer whose time is over, or whose contractor may have it no longer, and those that the
 * server is to offer to a contractor.
 */
export async function findDueLeads(db: Database): Promise<number[]> {
  const isOver = sql`${offers.state} = 'open' and (
    ${offers.expiresAt} <= clock_timestamp()
    or least(${contractors.licenseExpiresOn}, ${contractors.insuranceExpiresOn}) < (clock_timestamp() at time zone ${business.timeZone})::date
  )`
  const isRemoved = sql`${contractors.removedAt} is not null and (${offers.state} = 'open'
    or (${offers.state} = 'accepted' and ${referrals.outcome} <> 'done'))`
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
      select ${referrals.leadId} from ${referrals} where ${referrals.isAutomatic} and not exists (
        select from ${offers} where ${offers.leadId} = ${referrals.leadId} and ${offers.state} = 'open'
      )
    ) due`)
    .innerJoin(leads, eq(leads.id, sql`lead_id`))
    .limit(mostAtOnce)
  return rows.map(({ leadId }) => leadId)
}

/** Milliseconds until the next offer expires; undefined when none is open. */
export async function msUntilExpiry(db: Database): Promise<number | undefined> {
  const [row] = await db
    .select({
      ms: sql<
        string | null
      >`extract(epoch from min(${offers.expiresAt}) - clock_timestamp()) * 1000`,
    })
    .from(offers)
    .where(eq(offers.state, 'open'))
  return row?.ms == null ? undefined : Math.max(0, Number(row.ms))
}
