import { sql } from 'drizzle-orm'
import { daysBetween, monthAfter, monthInWords } from '#/contracts/days.ts'
import type { Statement } from '#/contracts/money/ledger.ts'
import { statementPagePath } from '#/contracts/routes.ts'
import { contractors, ledgerEntries, sentStatements } from '#/server/db/tables/schema.ts'
import type { Database } from '../db/database.ts'
import { readSetting } from '../db/settings.ts'
import type { Found } from '../health/health.ts'
import { doUnderLock } from '../jobs/process-locks.ts'
import { instantOfLocal } from '../time/business-hours.ts'
import { localDay } from '../time/local-day.ts'
import { localMonth, readStatement, startOf } from './ledger.ts'

/** Sends a statement to its contractor. True if it left. */
type MailStatement = (statement: Statement) => Promise<boolean>

/** By then a statement of the night before has all its entries, and it wakes no one. */
const sentFrom = '08:00'

/** An email that does not leave is tried again on the days after, once on each. */
const daysOfTrying = 3

/** What did not leave is shown to the owner until N days after its day, of so many contractors. */
const daysOfShowing = 7
const mostListed = 20

/** The month whose statements are due, and for how many days they have been; undefined where none are sent. */
async function readDue(db: Database, now: number) {
  const { dayOfMonth } = await readSetting(db, 'statements')
  if (dayOfMonth === null) return undefined
  const today = localDay(now)
  const dayIn = (month: string) => `${month}-${String(dayOfMonth).padStart(2, '0')}`
  const isAhead = today < dayIn(localMonth(now))
  const sentIn = monthAfter(localMonth(now), isAhead ? -1 : 0)
  return { month: monthAfter(sentIn, -1), days: daysBetween(dayIn(sentIn), today) }
}

/** Contractors who had an entry in the month or owed something at its end, and were sent no statement of it. */
async function findUnsent(db: Database, month: string) {
  const at = (of: string) => sql`${startOf(of).toISOString()}::timestamptz`
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    select contractor_id id, company_name name
    from ${ledgerEntries} entry join ${contractors} contractor on contractor.id = contractor_id
    where entry.created_at < ${at(monthAfter(month))} and not exists (
      select from ${sentStatements} sent
      where sent.contractor_id = entry.contractor_id and sent.month = ${month}
    )
    group by contractor_id, company_name
    having sum(amount_cents) <> 0 or max(entry.created_at) >= ${at(month)}
    order by contractor_id`)
  return rows.length > 0 ? rows.map(({ id, name }) => ({ id: Number(id), name })) : undefined
}

/**
 * Makes the function that mails the statements of the month before, from the day on that the owner has set:
 * one to each contractor, however many processes run. Each tries what does not leave once a day. A process that
 * dies between a mail and its row sends it again.
 */
export function createSendStatements(db: Database, mailStatement: MailStatement) {
  let triedOn: string | undefined
  return async (now = Date.now()): Promise<void> => {
    const due = await readDue(db, now)
    const today = localDay(now)
    const opensAt = instantOfLocal(`${today}T${sentFrom}`)
    const isTime = triedOn !== today && opensAt && opensAt.getTime() <= now
    if (!due || due.days >= daysOfTrying || !isTime) return
    const { month } = due
    await doUnderLock(
      db,
      'statements',
      () => findUnsent(db, month),
      async (unsent) => {
        for (const { id: contractorId } of unsent) {
          if (!(await mailStatement(await readStatement(db, contractorId, month)))) continue
          await db.insert(sentStatements).values({ contractorId, month }).onConflictDoNothing()
        }
        triedOn = today
      },
    )
  }
}

/** The finding that statements have not left on their day. */
export async function findUnsentStatements(db: Database, now = Date.now()): Promise<Found[]> {
  const due = await readDue(db, now)
  const isShown = due && due.days > 0 && due.days <= daysOfShowing
  const unsent = isShown && (await findUnsent(db, due.month))
  if (!unsent) return []
  const { month } = due
  return [
    {
      key: 'statements-unsent',
      text:
        unsent.length === 1
          ? `A statement for ${monthInWords(month)} wasn’t sent by email.`
          : `${unsent.length} statements for ${monthInWords(month)} weren’t sent by email.`,
      links: unsent
        .slice(0, mostListed)
        .map(({ id, name }) => ({ text: name, path: statementPagePath(id, month) })),
    },
  ]
}
