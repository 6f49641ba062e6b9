import { sql } from 'drizzle-orm'
import type { Statement } from '#/contracts/money/ledger.ts'
import { monthAfter } from '#/contracts/money/months.ts'
import { ledgerEntries, sentStatements } from '#/server/db/tables/schema.ts'
import type { Database } from '../db/database.ts'
import { readSetting } from '../db/settings.ts'
import { doUnderLock } from '../jobs/process-locks.ts'
import { instantOfLocal } from '../time/business-hours.ts'
import { localDay } from '../time/local-day.ts'
import { localMonth, readStatement, startOf } from './ledger.ts'

/** Sends a statement to its contractor. True if it left. */
type MailStatement = (statement: Statement) => Promise<boolean>

/** By then a statement of the night before has all its entries, and it wakes no one. */
const sentFrom = '08:00'

/** A mail that does not leave is tried again on the days after. */
const daysOfTrying = 3

/** The month whose statements are to be sent at a time; undefined for none. */
function monthDue(dayOfMonth: number | null, now: number): string | undefined {
  const today = localDay(now)
  const opensAt = instantOfLocal(`${today}T${sentFrom}`)
  const day = Number(today.slice(8))
  if (dayOfMonth === null || day < dayOfMonth || day >= dayOfMonth + daysOfTrying) return undefined
  return opensAt && opensAt.getTime() <= now ? monthAfter(localMonth(now), -1) : undefined
}

/** Contractors who had an entry in the month or owed something at its end, and were sent no statement of it. */
async function findUnsent(db: Database, month: string): Promise<number[] | undefined> {
  const at = (of: string) => sql`${startOf(of).toISOString()}::timestamptz`
  const { rows } = await db.execute<{ contractor_id: string }>(sql`
    select contractor_id from ${ledgerEntries} entry
    where created_at < ${at(monthAfter(month))} and not exists (
      select from ${sentStatements} sent
      where sent.contractor_id = entry.contractor_id and sent.month = ${month}
    )
    group by contractor_id
    having sum(amount_cents) <> 0 or max(created_at) >= ${at(month)}
    order by contractor_id`)
  return rows.length > 0 ? rows.map((row) => Number(row.contractor_id)) : undefined
}

/**
 * Mails the statements of the month before, from the day on that the owner has set: one to each
 * contractor, however many processes run. A process that dies between a mail and its row sends it again.
 */
export async function sendStatements(db: Database, mailStatement: MailStatement, now = Date.now()) {
  const { dayOfMonth } = await readSetting(db, 'statements')
  const month = monthDue(dayOfMonth, now)
  if (month === undefined || !(await findUnsent(db, month))) return
  await doUnderLock(
    db,
    'statements',
    () => findUnsent(db, month),
    async (unsent) => {
      for (const contractorId of unsent) {
        if (!(await mailStatement(await readStatement(db, contractorId, month)))) continue
        await db.insert(sentStatements).values({ contractorId, month }).onConflictDoNothing()
      }
    },
  )
}
