import { asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { leads, referrals } from '#/server/db/tables/schema.ts'
import type { Transaction } from '../../db/database.ts'
import { lockLead } from '../../db/lock-lead.ts'
import type { Earlier } from '../commands.ts'
import { takesAlong } from '../two-requests.ts'
import { type LeadRow, readRequestOf, toLead } from './read-request.ts'

/** The requests of the same person that are looked at: anybody can send many. */
const mostOfPerson = 20

/** The numbers of the latest requests of the same person before this one. */
async function findOfPerson(tx: Transaction, { id, phone, email }: LeadRow): Promise<number[]> {
  const find = (isSame: SQL) =>
    tx
      .select({ id: leads.id })
      .from(leads)
      .where(sql`${isSame} and ${leads.id} < ${id}`)
      .orderBy(desc(leads.id))
      .limit(mostOfPerson)
  const found = await find(sql`${leads.phone} = ${phone}`)
  if (email) found.push(...(await find(sql`lower(${leads.email}) = lower(${email})`)))
  return found.map((each) => each.id)
}

/** Finds the earliest open request of the same person that takes this lead along, and locks it. */
export async function findEarlier(tx: Transaction, leadId: number): Promise<Earlier | null> {
  const [lead] = await tx.select().from(leads).where(eq(leads.id, leadId))
  const same = lead ? await findOfPerson(tx, lead) : []
  if (!lead || same.length === 0) return null
  const firsts = tx
    .select({ id: sql`coalesce(${referrals.joinedTo}, ${referrals.leadId})` })
    .from(referrals)
    .where(inArray(referrals.leadId, same))
  const rows = await tx.select().from(leads).where(inArray(leads.id, firsts)).orderBy(asc(leads.id))
  const isIt = async (row: LeadRow) =>
    takesAlong((await readRequestOf(tx, row)).state, toLead(lead))
  for (const row of rows) {
    if (row.id === leadId || !(await isIt(row))) continue
    const locked = await lockLead(tx, row.id)
    if (locked && (await isIt(locked))) return { id: row.id }
  }
  return null
}
