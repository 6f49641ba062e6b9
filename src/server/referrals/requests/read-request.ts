import { eq } from 'drizzle-orm'
import { defaultAddress } from '#/contracts/lead-fields.ts'
import { shortenEmail } from '#/contracts/requests.ts'
import { urgentServiceId } from '#/contracts/services.ts'
import type { Database } from '../../db/database.ts'
import { leadReference } from '../../db/lead-reference.ts'
import { leads, requestLinks } from '../../db/schema.ts'

/** The lead that a link leads to; undefined if there is none. */
export async function findLeadByLink(db: Database, tokenHash: string) {
  const [lead] = await db
    .select({
      id: leads.id,
      submissionId: leads.submissionId,
      createdAt: leads.createdAt,
      service: leads.service,
      address: leads.address,
      message: leads.message,
      phone: leads.phone,
      email: leads.email,
    })
    .from(requestLinks)
    .innerJoin(leads, eq(leads.id, requestLinks.leadId))
    .where(eq(requestLinks.tokenHash, tokenHash))
  return lead
}

/** A lead as its visitor's page needs it. */
export type RequestedLead = NonNullable<Awaited<ReturnType<typeof findLeadByLink>>>

/** What the page shows, at this address. */
export function toRequestView(lead: RequestedLead, path: string) {
  const { service, address, message, phone, email } = lead
  return {
    path,
    reference: leadReference(lead.submissionId),
    receivedAt: lead.createdAt.toISOString(),
    isUrgent: service === urgentServiceId,
    service,
    address: address === defaultAddress ? null : address,
    message,
    phoneEnd: phone.slice(-4),
    email: shortenEmail(email),
  }
}
