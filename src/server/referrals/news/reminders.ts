import { and, eq, isNull, sql } from 'drizzle-orm'
import { business } from '#/content/business.ts'
import { type User, userInWords } from '#/contracts/accounts/accounts.ts'
import { dayMs } from '#/contracts/days.ts'
import type { NewReminder, Reminder } from '#/contracts/leads/inbox.ts'
import { type LeadStage, stageOf } from '#/contracts/referrals/stages.ts'
import { deliveries, leadReminders, leads, users } from '#/server/db/tables/schema.ts'
import { businessMinutesAfter, opensOn } from '#/server/time/business-hours.ts'
import { inWords, localDay } from '#/server/time/local-day.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { recordOnLead } from '../../db/lead-history.ts'
import { notify } from '../../db/signals.ts'
import { AppError } from '../../http/errors.ts'
import { holdLead } from '../lead/held-lead.ts'
import { findColleague } from './reminder-mail.ts'

const hour = 3_600_000

/** "In a few hours" is this many. */
const fewHours = 3

/** So long before a promise is due, in opening hours, a lead that was put off is shown again. */
const minutesToAct = 60

/** The last day that can be chosen is this many days ahead. */
const mostDays = 365

/** When a lead is to be shown again: on another day when the business opens. */
function timeOf(when: NewReminder['when'], now: Date): Date {
  if (when === 'hours') return new Date(now.getTime() + fewHours * hour)
  const today = Date.parse(localDay(now.getTime()))
  const weekday = new Date(today).getUTCDay()
  const ahead = { tomorrow: 1, monday: (8 - weekday) % 7 || 7 }
  const day =
    when === 'tomorrow' || when === 'monday' ? today + ahead[when] * dayMs : Date.parse(when)
  const at = opensOn(new Date(day).toISOString().slice(0, 10))
  if (at > now && day - today <= mostDays * dayMs) return at
  throw new AppError('invalid_request', 'Please choose one of the next 365 days.', {
    fields: { when: 'Please choose one of the next 365 days.' },
  })
}

/** Until when a lead that waits for us may be out of sight; undefined for as long as one likes. */
function mostUntil({ stage, clockSince }: LeadStage): Date | undefined {
  if (!clockSince) return undefined
  const { usual } = business[stage === 'matched' ? 'callLimits' : 'waitLimits']
  return businessMinutesAfter(clockSince, Math.max(0, usual.overdueAfterMinutes - minutesToAct))
}

/** Holds the lead whose reminder this one has: the one that it goes with, if there is one. */
async function holdReminded(tx: Transaction, leadId: number) {
  const own = await holdLead(tx, leadId)
  const lead = own?.joinedTo ? await holdLead(tx, own.joinedTo) : own
  if (!lead) throw new AppError('not_found', `There is no lead number ${leadId}.`)
  return lead
}

/**
 * Has a lead shown again at a time, in place of an earlier reminder. What waits for us is put off until
 * then, but never beyond what its visitor was promised, and an emergency not at all.
 */
export async function setReminder(
  db: Database,
  leadId: number,
  { when, reason }: NewReminder,
  user: User,
): Promise<Reminder> {
  return db.transaction(async (tx) => {
    const lead = await holdReminded(tx, leadId)
    const stage = stageOf(lead, lead.now)
    if (stage.waitsFor === 'nobody') throw new AppError('conflict', 'This request is over.')
    const asked = timeOf(when, lead.now)
    const isPutOff = stage.waitsFor === 'us' && stage.clock === 'opening'
    const most = isPutOff ? mostUntil(stage) : undefined
    if (most && most <= lead.now) {
      throw new AppError(
        'conflict',
        'This request cannot be put off: what the customer was promised is due.',
      )
    }
    const remindAt = most && most < asked ? most : asked
    const row = {
      ...{ remindAt, reason, userId: user.id, toldAt: null },
      setAt: sql`clock_timestamp()`,
      clockSince: sql`(select clock_since from lead_stages where lead_id = ${lead.id})`,
    }
    await tx
      .insert(leadReminders)
      .values({ leadId: lead.id, ...row })
      .onConflictDoUpdate({ target: leadReminders.leadId, set: row })
    const detail = [inWords(remindAt), ...(reason ? [reason] : [])].join(': ')
    await recordOnLead(tx, leadId, { kind: 'put-off', detail, actor: userInWords(user) })
    return { at: remindAt.toISOString(), isSooner: remindAt < asked, isPutOff }
  })
}

/** Takes the reminder of a lead out, if there is one. */
export async function removeReminder(db: Database, leadId: number, user: User): Promise<void> {
  await db.transaction(async (tx) => {
    const lead = await holdReminded(tx, leadId)
    const removed = await tx
      .delete(leadReminders)
      .where(eq(leadReminders.leadId, lead.id))
      .returning({ leadId: leadReminders.leadId })
    if (removed.length === 0) return
    await recordOnLead(tx, leadId, { kind: 'reminder-removed', actor: userInWords(user) })
  })
}

const isDue = and(isNull(leadReminders.toldAt), sql`${leadReminders.remindAt} <= clock_timestamp()`)

/** The most that are told in one look. */
const mostAtOnce = 100

/** Tells those by mail who wanted to see a lead again by now, each once, however many processes look. */
export async function tellReminders(db: Database): Promise<void> {
  const due = await db
    .select({ leadId: leadReminders.leadId })
    .from(leadReminders)
    .innerJoin(leads, eq(leads.id, leadReminders.leadId))
    .where(isDue)
    .orderBy(leadReminders.remindAt)
    .limit(mostAtOnce)
  for (const { leadId } of due) {
    await db.transaction(async (tx) => {
      const lead = await holdLead(tx, leadId, { skipsHeld: true })
      if (!lead) return
      const isThis = eq(leadReminders.leadId, leadId)
      const [told] = await tx
        .update(leadReminders)
        .set({ toldAt: sql`clock_timestamp()` })
        // Another time was chosen meanwhile, or another process has told it.
        .where(and(isThis, isDue))
        .returning({ userId: leadReminders.userId })
      if (!told || lead.isQuarantined || stageOf(lead, lead.now).waitsFor === 'nobody') return
      await recordOnLead(tx, leadId, { kind: 'reminded' })
      const user = told.userId && (await findColleague(tx, eq(users.id, told.userId)))
      if (!user) return
      const { isUrgent, now } = lead
      const mail = { leadId, channel: 'reminder', target: user.email, isUrgent } as const
      await tx.insert(deliveries).values({ ...mail, dueAt: now, queuedAt: now })
      await notify(tx, 'deliveries_due', '')
    })
  }
}
