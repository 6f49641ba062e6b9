import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { business } from '#/content/business.ts'
import { leadEvents, leads, offers, referrals } from '#/server/db/tables/schema.ts'
import { businessMinutesAfter, businessMinutesBetween } from '#/server/time/business-hours.ts'
import { offerTimes } from '#/server/time/offer-times.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { lockLead } from '../../db/lock-lead.ts'
import { readSetting } from '../../db/settings.ts'
import { notify } from '../../db/signals.ts'
import type { Command } from '../commands.ts'
import { meaningOf } from '../event-table.ts'
import type { Event } from '../events.ts'
import { beginning } from '../evolve.ts'
import { type Ground, type Outcome, run, type Step } from '../run.ts'
import { accepted, derive, type Instant, openOffers, type Rules, type State } from '../state.ts'
import { chargeForEvents } from './charge-events.ts'
import { chooseContractors } from './choose.ts'
import { findEarlier } from './find-earlier.ts'
import { mayAskForTown, mayMailVisitor, queueMails } from './queue-mails.ts'
import { readNow } from './read-request.ts'
import { type LeadRow, readState, toLead, toOfferRow, toReferralRow } from './state-rows.ts'

const limitOf = (
  of: 'callLimits' | 'waitLimits',
  which: 'lateAfterMinutes' | 'overdueAfterMinutes',
) => ({
  usual: business[of].usual[which],
  emergency: business[of].emergency[which],
})

/** How this process counts time, and what the owner has set. */
export function rulesNow(
  set: Pick<Rules, 'offersByItself' | 'mailsVisitor'> & { asksForTown?: boolean },
): Rules {
  const { openingHours, emergencyMinutes, askedInEmergency } = offerTimes()
  return {
    asksForTown: true,
    ...set,
    answerWithin: { usual: openingHours * 60, emergency: emergencyMinutes },
    askedInEmergency,
    callReminder: limitOf('callLimits', 'lateAfterMinutes'),
    callMissed: limitOf('callLimits', 'overdueAfterMinutes'),
    promise: limitOf('waitLimits', 'overdueAfterMinutes'),
    placeAnswerMinutes: business.placeAnswerMinutes,
    openMinutesAfter: (from, minutes) => businessMinutesAfter(new Date(from), minutes).getTime(),
  }
}

/** The columns of a lead that its state has changed. */
function changedColumns({ before, after, events }: Step) {
  const { lead: was } = before
  const { lead } = after
  const { town, isOutside, cannotWait, isContacted, firstContactedAt } = lead
  const isAnswered = was.firstContactedAt === null && firstContactedAt !== null
  const by = events.find(({ kind }) => kind === 'contacted')?.by
  const answered = isAnswered && {
    firstContactedAt: new Date(firstContactedAt),
    contactedBy: by ?? accepted(after)?.contractor.companyName ?? null,
    answerMinutes: businessMinutesBetween(new Date(lead.createdAt), new Date(firstContactedAt)),
  }
  const isUnanswered = was.firstContactedAt !== null && firstContactedAt === null
  const unanswered = isUnanswered && {
    firstContactedAt: null,
    contactedBy: null,
    answerMinutes: null,
  }
  const columns = { town, isOutside, cannotWait, isContacted, isQuarantined: after.isHeld }
  const old = { ...was, isQuarantined: before.isHeld }
  const differs = (Object.keys(columns) as (keyof typeof columns)[]).some(
    (name) => columns[name] !== old[name],
  )
  return differs || answered || unanswered ? { ...columns, ...answered, ...unanswered } : undefined
}

/** An event as its row. */
export function toEventRow(leadId: number, event: Event, tells: string | null) {
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
    where first.lead_id = later.joined_to and (first.lead_id = ${leadId} or later.lead_id = ${leadId})`)

/** Stores what a command has changed, and queues what follows. */
async function save(
  tx: Transaction,
  step: Step,
  { rules, now, email }: { rules: Rules; now: Instant; email: string },
): Promise<void> {
  const { before, after, events } = step
  const { id: leadId } = after.lead
  const derived = derive(after, rules)
  const row = toReferralRow(after, derived)
  await tx.insert(referrals).values(row).onConflictDoUpdate({ target: referrals.leadId, set: row })
  for (const offer of after.offers) {
    if (before.offers.includes(offer)) continue
    const values = toOfferRow(leadId, offer)
    await tx.insert(offers).values(values).onConflictDoUpdate({ target: offers.id, set: values })
  }
  const columns = changedColumns(step)
  if (columns) await tx.update(leads).set(columns).where(eq(leads.id, leadId))
  await copyToJoined(tx, leadId)
  const meanings = events.map((event) => meaningOf(event, after))
  if (events.length > 0) {
    const rows = events.map((event, index) =>
      toEventRow(leadId, event, meanings[index]?.tells ?? null),
    )
    const cleared = [...new Set(meanings.flatMap(({ clears }) => clears))]
    if (cleared.length > 0) {
      const isOfThem = and(
        eq(leadEvents.leadId, leadId),
        inArray(leadEvents.kind, cleared),
        isNull(leadEvents.seenAt),
      )
      await tx
        .update(leadEvents)
        .set({ seenAt: now })
        .where(and(isOfThem, sql`${leadEvents.tells} is not null`))
    }
    await tx.insert(leadEvents).values(rows)
  }
  await chargeForEvents(tx, step, now)
  const mails = meanings.flatMap((meaning) => meaning.mails)
  const introduces = events.some(({ kind }) => kind === 'accepted')
  const mailsVisitor =
    rules.mailsVisitor || (introduces && (await mayMailVisitor(tx, email, 'introducing')))
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

/** The database as the place where requests are kept. */
function groundOf(tx: Transaction, leaving: readonly number[]): Ground {
  let now: Instant = 0
  const rows = new Map<number, LeadRow>()
  const unknown = new Set<number>()
  const known = new Map<number, Rules>()
  const rules = async ({ lead: { id, town, isOutside } }: State) => {
    const found = known.get(id)
    if (found) return found
    const { isAutomatic: offersByItself } = await readSetting(tx, 'offers')
    const mailsVisitor = await mayMailVisitor(tx, rows.get(id)?.email ?? '')
    const isUnknown = town === null && !isOutside
    const asksForTown = isUnknown && mailsVisitor && (await mayAskForTown(tx))
    const read = rulesNow({ offersByItself, mailsVisitor, asksForTown })
    known.set(id, read)
    return read
  }
  return {
    async load(leadId) {
      const row = await lockLead(tx, leadId)
      if (!row) return undefined
      rows.set(leadId, row)
      // Read after the lead: the transaction may have waited for it.
      now = await readNow(tx)
      const read = await readState(tx, row, now)
      if (read) return read.state
      unknown.add(leadId)
      return beginning(toLead(row))
    },
    now: async () => now,
    rules,
    findEarlier: async ({ lead }) => {
      const row = rows.get(lead.id)
      // No other transaction can see a lead that is just being stored, so waiting cannot deadlock.
      return row ? findEarlier(tx, row, now, { waits: unknown.has(lead.id), leaving }) : null
    },
    async findLater(leadId) {
      const found = await tx
        .select({ id: referrals.leadId })
        .from(referrals)
        .where(eq(referrals.joinedTo, leadId))
        .orderBy(asc(referrals.leadId))
      return found.map(({ id }) => id)
    },
    choose: (state, most) => chooseContractors(tx, state, most, now),
    nextOfferId: () => nextOfferId(tx),
    async save(step) {
      const email = rows.get(step.after.lead.id)?.email ?? ''
      await save(tx, step, { rules: await rules(step.after), now, email })
    },
  }
}

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
