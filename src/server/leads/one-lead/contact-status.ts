import { eq } from 'drizzle-orm'
import type { LeadEntry } from '#/contracts/leads.ts'
import type { Database } from '../../db/database.ts'
import { leads } from '../../db/schema.ts'
import { businessMinutesBetween } from '../business-hours.ts'
import { announceLeads } from '../changes.ts'
import { recordHistory } from '../history.ts'
import { entryColumns, toEntry } from '../lead-rows.ts'

/**
 * Marks a lead contacted or new. The first time that it is contacted stays with it, with who did it.
 * Answers the lead, or undefined if there is none.
 */
export async function setContactStatus(
  db: Database,
  leadId: number,
  { isContacted, actor }: { isContacted: boolean; actor: string },
): Promise<LeadEntry | undefined> {
  return db.transaction(async (tx) => {
    const [lead] = await tx
      .select(entryColumns)
      .from(leads)
      .where(eq(leads.id, leadId))
      .for('update')
    if (!lead || lead.isContacted === isContacted) return lead && toEntry(lead)
    const now = new Date()
    const isFirst = isContacted && lead.firstContactedAt === null
    const [changed] = await tx
      .update(leads)
      .set({
        isContacted,
        ...(isFirst && {
          firstContactedAt: now,
          contactedBy: actor,
          answerMinutes: businessMinutesBetween(lead.createdAt, now),
        }),
      })
      .where(eq(leads.id, leadId))
      .returning(entryColumns)
    await recordHistory(tx, leadId, { kind: isContacted ? 'contacted' : 'marked-new', actor })
    await announceLeads(tx, [leadId], 'changed')
    return changed && toEntry(changed)
  })
}
