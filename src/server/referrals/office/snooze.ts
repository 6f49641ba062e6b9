import { eq } from 'drizzle-orm'
import { dayMs } from '#/contracts/days.ts'
import type { NewReminder, Reminder } from '#/contracts/leads/inbox.ts'
import { referrals } from '#/server/db/tables/schema.ts'
import { opensOn } from '#/server/time/business-hours.ts'
import { localDay } from '#/server/time/local-day.ts'
import type { Transaction } from '../../db/database.ts'
import { AppError } from '../../http/errors.ts'
import { type Instant, waitsForOf } from '../state.ts'
import { apply } from '../store/apply.ts'
import { applyForUser } from '../store/apply-for-user.ts'
import { readNow } from '../store/read-request.ts'

/** "In a few hours" is this many. */
const fewHours = 3

/** The last day that can be chosen is this many days ahead. */
const mostDays = 365

/** When a lead is to be shown again: on another day when the business opens. */
function timeOf(when: NewReminder['when'], now: Instant): Instant {
  if (when === 'hours') return now + fewHours * 3_600_000
  const today = Date.parse(localDay(now))
  const weekday = new Date(today).getUTCDay()
  const ahead = { tomorrow: 1, monday: (8 - weekday) % 7 || 7 }
  const day =
    when === 'tomorrow' || when === 'monday' ? today + ahead[when] * dayMs : Date.parse(when)
  const at = opensOn(new Date(day).toISOString().slice(0, 10)).getTime()
  if (at > now && day - today <= mostDays * dayMs) return at
  const problem = `Please choose one of the next ${mostDays} days.`
  throw new AppError('invalid_request', problem, { fields: { when: problem } })
}

/** The lead that is put off with this one: the one that it goes with, if there is one. */
async function findFirst(tx: Transaction, leadId: number): Promise<number> {
  const { joinedTo } = referrals
  const [row] = await tx.select({ joinedTo }).from(referrals).where(eq(referrals.leadId, leadId))
  return row?.joinedTo ?? leadId
}

/** Has a lead shown again at a time. */
export async function snooze(
  tx: Transaction,
  leadId: number,
  { when, reason }: NewReminder,
  by: string,
): Promise<Reminder> {
  const until = timeOf(when, await readNow(tx))
  const id = await findFirst(tx, leadId)
  const { after } = await applyForUser(tx, id, { do: 'snooze', until, reason, by })
  const at = after.snooze?.until ?? until
  const isPutOff = waitsForOf(after) === 'later'
  return { at: new Date(at).toISOString(), isSooner: at < until, isPutOff }
}

/** Shows a lead again at once, if it was put off. */
export async function endSnooze(tx: Transaction, leadId: number, by: string): Promise<void> {
  await apply(tx, await findFirst(tx, leadId), { do: 'end-snooze', by })
}
