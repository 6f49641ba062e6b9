import { eq, sql } from 'drizzle-orm'
import { business } from '#/content/business.ts'
import { accessTo, whyNotMatchable } from '#/contracts/referrals/offer-states.ts'
import {
  contractors,
  deliveries,
  leads,
  notificationRecipients,
  offerSettings,
  offers,
  referrals,
} from '#/server/db/tables/schema.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { notify } from '../../db/signals.ts'
import { type HeldLead, holdLead, saveReferral } from '../lead/held-lead.ts'
import { endExpired } from './manage-offers.ts'
import {
  endOffer,
  type OfferedContractor,
  offerTo,
  queueOfferMail,
  type RecordOnLead,
} from './offer-changes.ts'

/** The best contractor for a lead who was not asked before and may be; undefined if none is left. */
export type ChooseContractor = (
  tx: Transaction,
  lead: HeldLead,
  askedBefore: readonly number[],
) => Promise<OfferedContractor | undefined>

/** What it takes to offer leads without a user. */
export type NextOfferDeps = { db: Database; record: RecordOnLead; choose: ChooseContractor }

/**
 * The server is to offer a lead by itself, if the owner has set that. Called in the transaction that
 * makes it a lead which can be offered.
 */
export async function beginOffering(tx: Transaction, leadId: number): Promise<void> {
  await tx.execute(sql`select begin_offering(${leadId}::bigint)`)
}

/** Queues the mails to the owner that nobody has accepted a lead and nobody is being asked. */
async function tellUnmatched(tx: Transaction, lead: HeldLead): Promise<void> {
  const { rowCount } = (await tx.execute(sql`
    insert into ${deliveries} (lead_id, channel, recipient_id, target, is_urgent)
    select ${lead.id}, 'unmatched', id, email, ${lead.isUrgent} from ${notificationRecipients}
    where is_active`)) as unknown as { rowCount: number }
  if (rowCount > 0) await notify(tx, 'deliveries_due', '')
}

/** Nobody is left: the owner is told at once, in the inbox and by mail. */
async function runOut(tx: Transaction, record: RecordOnLead, lead: HeldLead): Promise<void> {
  await saveReferral(tx, lead.id, { isAutomatic: false, ranOutAt: lead.now })
  await record(tx, lead.id, { kind: 'ran-out' })
  await tellUnmatched(tx, lead)
}

/**
 * Takes back what contractors have who may have it no longer: from one who was removed all that is not
 * done, from one who has lapsed what they could still accept. A lead that somebody had is open again:
 * the server asks the next one where the owner has set that, else the owner is told at once. Answers
 * the companies whose open offers ended.
 */
async function takeBack(tx: Transaction, record: RecordOnLead, lead: HeldLead): Promise<string[]> {
  const now = lead.now.getTime()
  const barred = lead.offers.filter(
    (offer) =>
      (offer.state === 'open' || (offer.state === 'accepted' && lead.outcome !== 'done')) &&
      accessTo(offer, now) === offer.bar,
  )
  for (const offer of barred) {
    await endOffer(tx, offer.id, 'withdrawn')
    await record(tx, lead.id, { kind: 'offer-withdrawn', detail: offer.companyName })
    if (offer.state === 'accepted' && lead.outcome === 'matched') {
      const { isAutomatic } = await readOfferSettings(tx)
      const ranOutAt = isAutomatic ? null : lead.now
      await saveReferral(tx, lead.id, { outcome: 'open', lostReason: null, isAutomatic, ranOutAt })
      await queueOfferMail(tx, lead, offer, 'recall')
      if (!isAutomatic && !lead.isQuarantined) await tellUnmatched(tx, lead)
    }
  }
  return barred.filter(({ state }) => state === 'open').map(({ companyName }) => companyName)
}

/**
 * Does what is due for a lead: takes back what is not for its contractor any more, ends the offers whose time is over, and if the server offers it by
 * itself and nobody is being asked, offers it to the next. All or nothing, so a process that dies in
 * the midst of it leaves it due. False if somebody else holds the lead just now.
 */
export async function advanceLead(
  { db, record, choose }: NextOfferDeps,
  leadId: number,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const held = await holdLead(tx, leadId, { skipsHeld: true })
    if (!held) return false
    const takenBack = await takeBack(tx, record, held)
    const lead = await holdLead(tx, leadId)
    if (!lead) return false
    const late = await endExpired(tx, lead)
    for (const detail of late) await record(tx, leadId, { kind: 'offer-expired', detail })
    const open = lead.offers.filter(({ state }) => state === 'open').length - late.length
    if (!lead.isAutomatic) {
      // Nobody else is asked by itself: the owner must know.
      const hasEnded = late.length + takenBack.length > 0
      if (hasEnded && open === 0 && !whyNotMatchable(lead)) await tellUnmatched(tx, lead)
      return true
    }
    if (whyNotMatchable(lead)) {
      await saveReferral(tx, leadId, { isAutomatic: false })
      return true
    }
    if (open > 0) return true
    const asked = lead.offers.map(({ contractorId }) => contractorId)
    const contractor = await choose(tx, lead, asked)
    if (contractor) await offerTo(tx, record, lead, { contractor, by: null })
    else await runOut(tx, record, lead)
    return true
  })
}

const mostAtOnce = 100

/**
 * Leads with an offer whose time is over, or whose contractor may have it no longer, and those that the
 * server is to offer to somebody.
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

/** Whether the server offers new leads by itself. */
export async function readOfferSettings(db: Database | Transaction) {
  const [row] = await db.select({ isAutomatic: offerSettings.isAutomatic }).from(offerSettings)
  return { isAutomatic: row?.isAutomatic ?? false }
}

/** Stores whether the server offers new leads by itself. Leads that it offers already go on. */
export async function saveOfferSettings(
  db: Database,
  { isAutomatic }: { isAutomatic: boolean },
): Promise<void> {
  await db
    .insert(offerSettings)
    .values({ isAutomatic })
    .onConflictDoUpdate({ target: offerSettings.isOnly, set: { isAutomatic } })
}
