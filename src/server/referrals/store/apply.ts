import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { leadEvents, leads, offers, referrals } from '#/server/db/tables/schema.ts'
import { businessMinutesBetween } from '#/server/time/business-hours.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { lockLead } from '../../db/lock-lead.ts'
import { readSetting } from '../../db/settings.ts'
import { notify } from '../../db/signals.ts'
import type { Command } from '../commands.ts'
import { meaningOf } from '../event-table.ts'
import type { Event } from '../events.ts'
import { type Ground, type Loaded, type Outcome, run, type Step } from '../run.ts'
import { accepted, derive, type Instant, openOffers, type Rules, type State } from '../state.ts'
import { chargeForEvents } from './charge-events.ts'
import { findEarlier } from './find-earlier.ts'
import { mayAskForTown, mayMailVisitor, queueMails } from './queue-mails.ts'
import { chooseContractors } from './ranking.ts'
import { readNow } from './read-request.ts'
import { rulesNow } from './rules-now.ts'
import { readState, toOfferRow, toReferralRow } from './state-rows.ts'

/** The columns of a lead that its state has changed; undefined where it has changed none. */
function changedColumns({ before, after, events }: Step) {
  if (before.lead === after.lead && before.isHeld === after.isHeld) return undefined
  const { town, isOutside, cannotWait, isContacted, createdAt, firstContactedAt } = after.lead
  const columns = { town, isOutside, cannotWait, isContacted, isQuarantined: after.isHeld }
  if (firstContactedAt === before.lead.firstContactedAt) return columns
  if (firstContactedAt === null)
    return { ...columns, firstContactedAt, contactedBy: null, answerMinutes: null }
  const at = new Date(firstContactedAt)
  const by = events.find(({ kind }) => kind === 'contacted')?.by
  const contactedBy = by ?? accepted(after)?.contractor.companyName ?? null
  const answerMinutes = businessMinutesBetween(new Date(createdAt), at)
  return { ...columns, firstContactedAt: at, contactedBy, answerMinutes }
}

/** An event as its row. */
function toEventRow(leadId: number, event: Event, tells: string | null) {
  const { kind, by, at, ...more } = event
  const { offerId = null, ...data } = { offerId: null, ...more } as Record<string, unknown> & {
    offerId: number | null
  }
  return { leadId, kind, offerId, by, at, data, tells: tells as never }
}

/** True where a contractor is not asked any more, and may be asked for another request. */
const endsOffer = ({ before, after }: Step) =>
  openOffers(before).some(({ id }) => openOffers(after).every((open) => open.id !== id))

/** What goes along waits for whom the first waits: copies that to those that go with a lead, or to itself. */
const copyToJoined = (tx: Transaction, leadId: number) =>
  tx.execute(sql`
    update ${referrals} later set waits_for = first.waits_for, since = first.since, turn = first.turn,
      clock_since = first.clock_since, contractor_id = first.contractor_id
    from ${referrals} first
    where first.lead_id = later.joined_to and later.lead_id in (
      select lead_id from ${referrals} where joined_to = ${leadId} union all select ${leadId}::bigint)`)

/** Stores what has happened, and has the owner read no more what it answers. */
async function storeEvents(tx: Transaction, { after, events }: Step, now: Instant): Promise<void> {
  const { id: leadId } = after.lead
  const meanings = events.map((event) => meaningOf(event, after))
  const cleared = meanings.flatMap(({ clears }) => clears)
  if (cleared.length > 0) {
    const isOfThem = and(eq(leadEvents.leadId, leadId), inArray(leadEvents.kind, cleared))
    await tx
      .update(leadEvents)
      .set({ seenAt: now })
      .where(and(isOfThem, isNull(leadEvents.seenAt), isNotNull(leadEvents.tells)))
  }
  const rows = events.map((event, place) =>
    toEventRow(leadId, event, meanings[place]?.tells ?? null),
  )
  if (rows.length > 0) await tx.insert(leadEvents).values(rows)
}

/** Stores what a command has changed, and queues what follows. */
async function save(tx: Transaction, step: Step, { rules, now }: Loaded): Promise<void> {
  const { before, after, events } = step
  const { id: leadId } = after.lead
  const row = toReferralRow(after, derive(after, rules))
  await tx.insert(referrals).values(row).onConflictDoUpdate({ target: referrals.leadId, set: row })
  for (const offer of after.offers) {
    if (before.offers.includes(offer)) continue
    const values = toOfferRow(leadId, offer)
    await tx.insert(offers).values(values).onConflictDoUpdate({ target: offers.id, set: values })
  }
  const columns = changedColumns(step)
  if (columns) await tx.update(leads).set(columns).where(eq(leads.id, leadId))
  await copyToJoined(tx, leadId)
  await storeEvents(tx, step, now)
  await chargeForEvents(tx, step, now)
  const mails = events.flatMap((event) => meaningOf(event, after).mails)
  const introduces = events.some(({ kind }) => kind === 'accepted')
  const mailsVisitor =
    rules.mailsVisitor || (introduces && (await mayMailVisitor(tx, leadId, 'introducing')))
  if (await queueMails(tx, after, mails, { now, mailsVisitor }))
    await notify(tx, 'deliveries_due', '')
  if (events.length > 0) await notify(tx, 'leads_changed', '')
  await notify(tx, 'offers_due', endsOffer(step) ? 'again' : '')
}

/** The number of an offer that is about to be made. */
export async function nextOfferId(tx: Transaction): Promise<number> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select nextval(pg_get_serial_sequence('offers', 'id')) id`,
  )
  return Number(rows[0]?.id)
}

/** Reads the rules for a request. */
async function readRules(tx: Transaction, { lead }: State): Promise<Rules> {
  const { isAutomatic: offersByItself } = await readSetting(tx, 'offers')
  const mailsVisitor = await mayMailVisitor(tx, lead.id)
  const isUnknown = lead.town === null && !lead.isOutside
  const asksForTown = isUnknown && mailsVisitor && (await mayAskForTown(tx))
  return rulesNow({ offersByItself, mailsVisitor, asksForTown })
}

/** The database as the place where requests are kept. */
const groundOf = (tx: Transaction, leaving: readonly number[]): Ground => ({
  async load(leadId) {
    const row = await lockLead(tx, leadId)
    if (!row) return undefined
    // Read after the lead: the transaction may have waited for it.
    const now = await readNow(tx)
    const { state } = await readState(tx, row, now)
    return { state, now, rules: await readRules(tx, state) }
  },
  findEarlier: (leadId, waits) => findEarlier(tx, leadId, { waits, leaving }),
  async findLater(leadId) {
    const found = await tx
      .select({ id: referrals.leadId })
      .from(referrals)
      .where(eq(referrals.joinedTo, leadId))
      .orderBy(asc(referrals.leadId))
    return found.map(({ id }) => id)
  },
  choose: (state, most, now) => chooseContractors(tx, state, most, now),
  nextOfferId: () => nextOfferId(tx),
  save: (step, loaded) => save(tx, step, loaded),
})

/**
 * Carries a command out on a lead: the only writer of what becomes of it. Returns what it did, or why it was
 * refused; undefined if there is no such lead. `leaving` are leads that this transaction deletes next: nothing
 * joins them any more.
 */
export function apply(
  tx: Transaction,
  leadId: number,
  command: Command,
  leaving: readonly number[] = [],
): Promise<Outcome | undefined> {
  return run(groundOf(tx, leaving), leadId, command)
}

/** The same in a transaction of its own. */
export function applyTo(
  db: Database,
  leadId: number,
  command: Command,
): Promise<Outcome | undefined> {
  return db.transaction((tx) => apply(tx, leadId, command))
}
