import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { leads, referrals } from '#/server/db/tables/schema.ts'
import type { Transaction } from '../../db/database.ts'
import { lockLead } from '../../db/lock-lead.ts'
import { takesAlong } from '../two-requests.ts'
import { type LeadRow, readRequestOf, toLead } from './read-request.ts'

/** The requests of the same person that are looked at: anybody can send many. */
const mostOfPerson = 20

/** The most requests that go with one: its pages and mails read them all. One more goes its own way. */
const mostAlong = 20

/** The latest requests of the same person before this one, or the first ones with which they go; oldest first. */
async function findOfPerson(tx: Transaction, leadId: number): Promise<LeadRow[]> {
  const own = (column: SQL) => sql`(select ${column} from ${leads} where id = ${leadId})`
  const latest = (isSame: SQL) => sql`(select id from ${leads} where ${isSame} and id < ${leadId}
    order by id desc limit ${mostOfPerson})`
  const same = sql`${latest(sql`phone = ${own(sql`phone`)}`)}
    union all ${latest(sql`lower(email) = nullif(${own(sql`lower(email)`)}, '')`)}`
  const firsts = sql`(select coalesce(joined_to, lead_id) from ${referrals} where lead_id in (${same}))`
  return tx.select().from(leads).where(inArray(leads.id, firsts)).orderBy(asc(leads.id))
}

/**
 * Finds the earliest open request of the same person that takes this lead along, and locks it. `skipsHeld`:
 * passes over one that another transaction has locked, which may be waiting for what this one has locked.
 */
export async function findEarlier(tx: Transaction, leadId: number, skipsHeld: boolean) {
  const rows = await findOfPerson(tx, leadId)
  if (rows.length === 0) return null
  const [lead] = await tx.select().from(leads).where(eq(leads.id, leadId))
  if (!lead) return null
  const isIt = async (row: LeadRow) =>
    takesAlong((await readRequestOf(tx, row)).state, toLead(lead)) &&
    (await tx.$count(referrals, eq(referrals.joinedTo, row.id))) < mostAlong
  for (const row of rows) {
    if (row.id === leadId || !(await isIt(row))) continue
    const locked = await lockLead(tx, row.id, { skipsHeld })
    if (locked && (await isIt(locked))) return row.id
  }
  return null
}
