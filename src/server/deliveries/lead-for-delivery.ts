import { eq } from 'drizzle-orm'
import { type Attribution, attributionSchema } from '#/contracts/attribution.ts'
import type { LeadMail } from '#/contracts/mails.ts'
import type { Database } from '../db/client.ts'
import { leads } from '../db/schema.ts'

/** A lead as mails and webhooks tell of it, and what its message ids are made from. */
export type LeadForDelivery = LeadMail & { submissionId: string; contentHash: string }

/** How the visit came about, as far as it was stored; null where nothing of it was. */
function readAttribution(stored: unknown): Attribution | null {
  const { data } = attributionSchema.safeParse(stored)
  return data && Object.values(data).some((value) => value !== undefined) ? data : null
}

/** Reads a lead to tell of; undefined when it is gone. */
export async function loadLead(db: Database, leadId: number): Promise<LeadForDelivery | undefined> {
  const [row] = await db
    .select({
      id: leads.id,
      submissionId: leads.submissionId,
      contentHash: leads.contentHash,
      name: leads.name,
      email: leads.email,
      phone: leads.phone,
      phoneAsTyped: leads.phoneAsTyped,
      address: leads.address,
      service: leads.service,
      message: leads.message,
      createdAt: leads.createdAt,
      attribution: leads.attribution,
    })
    .from(leads)
    .where(eq(leads.id, leadId))
  if (!row) return undefined
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    attribution: readAttribution(row.attribution),
  }
}
