import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { refusalWords } from '#/content/office/refusal-words.ts'
import { tokenProblems } from '#/content/request-page.ts'
import { leadEvents, leads, offers, referrals } from '#/server/db/tables/schema.ts'
import { businessMinutesBetween } from '#/server/time/business-hours.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { lockLead } from '../../db/lock-lead.ts'
import { readSettings } from '../../db/settings.ts'
import { leadsChanged } from '../../db/signals.ts'
import { AppError } from '../../http/errors.ts'
import { chargeFee, reverseFees } from '../../money/ledger.ts'
import { localDay } from '../../time/local-day.ts'
import type { Command } from '../commands.ts'
import { decide } from '../decide.ts'
import { derive } from '../derive.ts'
import type { Refusal, RefusalCode } from '../draft.ts'
import { isUser, meaningOf, passedNews } from '../event-table.ts'
import type { Event } from '../events.ts'
import { beginning } from '../evolve.ts'
import { type Ground, isRefusal, type Loaded, run, type Step } from '../run.ts'
import { accepted, type Instant, openOffers, type Rules, type State } from '../state.ts'
import { mayAskForTown, mayMailVisitor, queueMails } from './queue-mails.ts'
import { chooseContractors } from './ranking.ts'
import { findEarlier, findLater, type LeadRow, readRequestOf, toLead } from './read-request.ts'
import { rulesNow } from './rules-now.ts'

/** The columns of a lead that its state has changed; undefined where it has changed none. */
function changedColumns({ before, after, events }: Step) {
  if (before.lead === after.lead && before.isHeld === after.isHeld) return undefined
  const { town, isOutside, cannotWait, isContacted, createdAt, firstContactedAt } = after.lead
  const columns = { town, isOutside, cannotWait, isContacted, isQuarantined: after.isHeld }
  if (firstContactedAt === before.lead.firstContactedAt) return columns
  if (firstContactedAt === null)
    return { ...columns, firstContactedAt, contactedBy: null, answerMinutes: null }
  const at = new Date(firstContactedAt)
  const by = events.find((event) => event.kind === 'contacted' && isUser(event.by))?.by
  const contactedBy = by ?? accepted(after)?.contractor.companyName ?? null
  const answerMinutes = businessMinutesBetween(new Date(createdAt), at)
  return { ...columns, firstContactedAt: at, contactedBy, answerMinutes }
}

function toEventRow(leadId: number, event: Event, tells: string | null) {
  const { kind, by, at, ...more } = event
  const { offerId = null, ...data } = more as { offerId?: number | null }
  return { leadId, kind, offerId, by, at, data, tells: tells as never }
}

/** The row of a state, with what follows from it. */
function toReferralRow(state: State, rules: Rules): typeof referrals.$inferInsert {
  const { lead, isHeld: _held, offers: ofLead, ...facts } = state
  const ended = ofLead.findLast((offer) => offer.state === 'ended')
  const holder = accepted(state) ?? (state.end ? ended : openOffers(state)[0])
  return {
    leadId: lead.id,
    ...facts,
    ...derive(state, rules),
    contractorId: holder?.contractor.id ?? null,
    receivedAt: lead.createdAt,
  }
}

/**
 * What goes along waits for whom the first waits: copies that to those that go with a lead, or to itself,
 * where it differs. Somebody may have sent very many.
 */
const copyToJoined = (tx: Transaction, leadId: number) =>
  tx.execute(sql`
    update ${referrals} later set waits_for = first.waits_for, since = first.since, turn = first.turn,
      clock_since = first.clock_since, contractor_id = first.contractor_id
    from ${referrals} first
    where first.lead_id = later.joined_to and later.lead_id in (
        select lead_id from ${referrals} where joined_to = ${leadId} union all select ${leadId}::bigint)
      and (later.waits_for, later.since, later.turn, later.clock_since, later.contractor_id)
        is distinct from (first.waits_for, first.since, first.turn, first.clock_since, first.contractor_id)`)

/** Has the owner read no more what is not so any more. */
async function clearNews(tx: Transaction, { before, after, now }: Step): Promise<void> {
  const passed = passedNews(before, after)
  if (passed.length === 0) return
  const isOfThem = and(eq(leadEvents.leadId, after.lead.id), inArray(leadEvents.kind, passed))
  await tx
    .update(leadEvents)
    .set({ seenAt: now })
    .where(and(isOfThem, isNull(leadEvents.seenAt), isNotNull(leadEvents.tells)))
}

/** Charges what the events of a step cost a contractor, by the rules of this day, and takes back what they undo. */
async function chargeForEvents(tx: Transaction, { after, events, now }: Step) {
  const { id: leadId, service } = after.lead
  for (const event of events) {
    const { fee } = meaningOf(event, after)
    const offerId = 'offerId' in event ? event.offerId : null
    const offer = after.offers.find(({ id }) => id === offerId)
    if (!fee || !offer) continue
    const charged = { leadId, service, contractorId: offer.contractor.id, day: localDay(now) }
    if (fee === 'charge-accepted') await chargeFee(tx, offer.id, { ...charged, event: 'accepted' })
    else if (fee === 'charge-done') await chargeFee(tx, offer.id, { ...charged, event: 'done' })
    else if (fee === 'reverse-done')
      await reverseFees(tx, offer.id, 'The job isn’t done after all', 'done')
    else await reverseFees(tx, offer.id, 'The job is no longer yours')
  }
}

/** Stores what a command has changed, and queues what follows. Before a new lead there was nothing to change. */
async function save(tx: Transaction, step: Step): Promise<void> {
  const { before, after, events, rules } = step
  const isNew = events[0]?.kind === 'received'
  const { id: leadId } = after.lead
  const row = toReferralRow(after, rules)
  await tx.insert(referrals).values(row).onConflictDoUpdate({ target: referrals.leadId, set: row })
  for (const offer of after.offers) {
    if (before.offers.includes(offer)) continue
    const { contractor, changed, ...facts } = offer
    const values = { ...facts, changed: [...changed], leadId, contractorId: contractor.id }
    await tx.insert(offers).values(values).onConflictDoUpdate({ target: offers.id, set: values })
  }
  const columns = changedColumns(step)
  if (columns) await tx.update(leads).set(columns).where(eq(leads.id, leadId))
  if (!isNew || after.joinedTo !== null) await copyToJoined(tx, leadId)
  await clearNews(tx, step)
  const happened = events.map((event) => toEventRow(leadId, event, meaningOf(event, after).tells))
  if (happened.length > 0)
    await tx.insert(leadEvents).values(happened).returning({ signal: leadsChanged })
  await chargeForEvents(tx, step)
  await queueMails(tx, step)
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
  const { offers, visitorMails } = await readSettings(tx, ['offers', 'visitorMails'])
  const mailsVisitor = visitorMails.sendsMails && (await mayMailVisitor(tx, lead))
  const isUnknown = lead.town === null && !lead.isOutside
  const asksForTown = isUnknown && mailsVisitor && (await mayAskForTown(tx))
  return rulesNow({ offersByItself: offers.isAutomatic, mailsVisitor, asksForTown })
}

/** Loads a request whose lead is locked. */
async function loadFrom(tx: Transaction, locked: LeadRow): Promise<Loaded> {
  const { state, now } = await readRequestOf(tx, locked)
  return { state, now, rules: await readRules(tx, state) }
}

/** The database as the place where requests are kept. */
const groundOf = (tx: Transaction): Ground => ({
  decide,
  async load(leadId) {
    const locked = await lockLead(tx, leadId)
    return locked && loadFrom(tx, locked)
  },
  findEarlier: (leadId, skipsHeld) => findEarlier(tx, leadId, skipsHeld),
  findLater: (leadId) => findLater(tx, leadId),
  choose: (state, most, now) => chooseContractors(tx, state, most, now),
  nextOfferId: () => nextOfferId(tx),
  save: (step) => save(tx, step),
})

/**
 * Carries a command out on a lead: the only writer of what becomes of it. Returns what it did, or why it was
 * refused; undefined if there is no such lead. `locked`: its row, where this transaction has locked it; never
 * for a command by which it may go with an earlier one, which is locked before it.
 */
export async function apply(tx: Transaction, leadId: number, command: Command, locked?: LeadRow) {
  return run(groundOf(tx), leadId, command, locked && (await loadFrom(tx, locked)))
}

/**
 * Carries the first command out on a lead that this transaction has just stored: nobody else can have changed
 * it. Returns the rules by which it did.
 */
export async function applyToNew(
  tx: Transaction,
  { now, ...lead }: LeadRow & { now: Instant },
  command: Extract<Command, { do: 'stored' }>,
): Promise<Rules> {
  const state = beginning(toLead(lead))
  const rules = await readRules(tx, state)
  await run(groundOf(tx), lead.id, command, { state, now, rules })
  return rules
}

/** The same in a transaction of its own. */
export function applyTo(db: Database, leadId: number, command: Command) {
  return db.transaction((tx) => apply(tx, leadId, command))
}

const words: Partial<Record<RefusalCode, string>> = refusalWords

/** Why a command was refused, as an error for the user who gave it. */
export function toError({ refused, company = '', other }: Refusal): AppError {
  const text = (words[refused] ?? refusalWords.other)
    .replace('{company}', () => company)
    .replace('{other}', String(other))
  return new AppError(refused === 'no-such-offer' ? 'not_found' : 'conflict', text)
}

/** There is no such lead. */
export const noLead = (leadId: number) =>
  new AppError('not_found', `There’s no request number ${leadId}.`)

/** For its visitor: a request that was erased meanwhile, or has no such part. */
export const missingRequest = () => new AppError('not_found', tokenProblems.request.missing.text)

/** Carries out what a user wants. Returns what it did; throws why it cannot be done. */
export async function applyForUser(
  tx: Transaction,
  leadId: number,
  command: Command,
  locked?: LeadRow,
) {
  const outcome = await apply(tx, leadId, command, locked)
  if (!outcome) throw noLead(leadId)
  if (isRefusal(outcome)) throw toError(outcome)
  return outcome
}
