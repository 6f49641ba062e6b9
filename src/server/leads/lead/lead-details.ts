import { and, asc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { LeadDetails, LeadNote } from '#/contracts/leads/inbox.ts'
import type { LeadPanel } from '#/contracts/referrals/office-leads.ts'
import type { Database } from '#/server/db/database.ts'
import { leadNotes, leads, referrals } from '#/server/db/tables/schema.ts'
import { noLead } from '#/server/referrals/store/apply.ts'
import { readRequest, type WholeRequest } from '#/server/referrals/store/read-request.ts'
import { newestFirst } from '../inbox/list-leads.ts'
import { findEntry } from '../lead-rows.ts'

const mostRelated = 50

/** Reads what has become of a request, and what its visitor says. */
export type ReadWork = (
  read: WholeRequest,
) => Promise<Pick<LeadPanel, 'history' | 'referral' | 'ranking' | 'additions' | 'rating'>>

/** Everything about a lead, but for what was sent. Throws if there is none. */
export async function readLead(
  db: Database,
  leadId: number,
  readWork: ReadWork,
): Promise<LeadPanel> {
  const read = await readRequest(db, leadId)
  if (!read) throw noLead(leadId)
  const { lead } = read
  const { consentText, consentVersion, consentAt, consentPage } = lead
  const [entry, notes, related, work] = await Promise.all([
    findEntry(db, leadId),
    db.select().from(leadNotes).where(eq(leadNotes.leadId, leadId)).orderBy(asc(leadNotes.id)),
    findRelated(db, lead),
    readWork(read),
  ])
  return {
    ...entry,
    attribution: lead.attribution as LeadDetails['attribution'],
    consent:
      consentText === null || consentVersion === null || consentAt === null
        ? null
        : {
            text: consentText,
            version: consentVersion,
            at: consentAt.toISOString(),
            page: consentPage,
          },
    quarantineReasons: lead.quarantineReasons,
    contactedBy: lead.contactedBy,
    isOutside: lead.isOutside,
    cannotWait: lead.cannotWait,
    enteredBy: lead.enteredBy,
    answerMinutes: lead.answerMinutes,
    notes: notes.map(toNote),
    related,
    ...work,
  }
}

/** A note as the inbox shows it. */
export function toNote(row: typeof leadNotes.$inferSelect): LeadNote {
  return { id: row.id, text: row.text, by: row.author, at: row.createdAt.toISOString() }
}

/** The newest other leads with the same phone, email or address. */
async function findRelated(
  db: Database,
  lead: typeof leads.$inferSelect,
): Promise<LeadDetails['related']> {
  const sharing = (condition: SQL) =>
    db
      .select({ id: leads.id })
      .from(leads)
      .where(and(condition, ne(leads.id, lead.id)))
      .orderBy(sql`id desc`)
      .limit(mostRelated)
  const isSame = {
    phone: eq(leads.phone, lead.phone),
    email: sql`lower(email) = lower(${lead.email}) and ${lead.email} <> ''`,
    address: sql`address_key(address) = address_key(${lead.address}::text)`,
  }
  const ids = unionAll(sharing(isSame.phone), sharing(isSame.email), sharing(isSame.address)).as(
    'ids',
  )
  const rows = await db
    .select({
      id: leads.id,
      name: leads.name,
      service: leads.service,
      createdAt: leads.createdAt,
      isContacted: leads.isContacted,
      stage: referrals.stage,
      joinedTo: referrals.joinedTo,
      phone: sql<boolean>`${isSame.phone}`,
      email: sql<boolean>`${isSame.email}`,
      address: sql<boolean>`coalesce(${isSame.address}, false)`,
    })
    .from(leads)
    .innerJoin(referrals, eq(referrals.leadId, leads.id))
    .where(inArray(leads.id, db.select({ id: ids.id }).from(ids)))
    .orderBy(...newestFirst)
    .limit(mostRelated)
  return rows.map(({ phone, email, address, ...row }) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    shares: (['phone', 'email', 'address'] as const).filter(
      (trait) => ({ phone, email, address })[trait],
    ),
  }))
}
