import { count, desc, eq, sql } from 'drizzle-orm'
import type { LeadStats } from '#/contracts/lead-stats.ts'
import type { Lead } from '#/contracts/leads.ts'
import type { Database } from '../db/client.ts'
import { leads } from '../db/schema.ts'

const leadColumns = {
  id: leads.id,
  name: leads.name,
  email: leads.email,
  phone: leads.phone,
  phoneAsTyped: leads.phoneAsTyped,
  address: leads.address,
  service: leads.service,
  message: leads.message,
  createdAt: leads.createdAt,
  isContacted: leads.isContacted,
}

type LeadRow = Omit<Lead, 'createdAt'> & { createdAt: Date }

const toLead = (row: LeadRow): Lead => ({ ...row, createdAt: row.createdAt.toISOString() })

/** Every lead, newest first. */
export async function listLeads(db: Database): Promise<Lead[]> {
  const rows = await db
    .select(leadColumns)
    .from(leads)
    .orderBy(desc(leads.createdAt), desc(leads.id))
  return rows.map(toLead)
}

/** The counts above the inbox. */
export async function countLeads(db: Database): Promise<LeadStats> {
  const [counts] = await db
    .select({
      total: count(),
      contacted: count(sql`case when ${leads.isContacted} then 1 end`),
      thisWeek: count(sql`case when ${leads.createdAt} > now() - interval '7 days' then 1 end`),
    })
    .from(leads)
  const { total = 0, contacted = 0, thisWeek = 0 } = counts ?? {}
  return { total, contacted, new: total - contacted, thisWeek, quarantined: 0 }
}

/** Marks a lead contacted or new. Answers the changed lead, or undefined if there is none. */
export async function setContactStatus(
  db: Database,
  leadId: number,
  isContacted: boolean,
): Promise<Lead | undefined> {
  const [row] = await db
    .update(leads)
    .set({ isContacted })
    .where(eq(leads.id, leadId))
    .returning(leadColumns)
  return row && toLead(row)
}
