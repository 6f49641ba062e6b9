import { and, eq } from 'drizzle-orm'
import { defaultAddress } from '#/contracts/leads/lead-fields.ts'
import type { OutcomeFacts } from '#/contracts/referrals/offer-states.ts'
import { shortenEmail } from '#/contracts/referrals/requests.ts'
import { urgentServiceId } from '#/contracts/site/services.ts'
import { leads, offers, referrals, requestLinks } from '#/server/db/tables/schema.ts'
import type { Database, Transaction } from '#/server/db/database.ts'
import { leadReference } from '#/server/db/lead-reference.ts'

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

/** What has become of a lead, and when its contractor is to have called. */
export async function readOutcome(
  db: Database | Transaction,
  leadId: number,
): Promise<OutcomeFacts & { callAt: number | null }> {
  const [row] = await db
    .select({
      outcome: referrals.outcome,
      lostReason: referrals.lostReason,
      callAt: offers.callAt,
    })
    .from(referrals)
    .leftJoin(offers, and(eq(offers.leadId, referrals.leadId), eq(offers.state, 'accepted')))
    .where(eq(referrals.leadId, leadId))
  if (!row) return { outcome: 'open', lostReason: null, callAt: null }
  return { ...row, callAt: row.callAt?.getTime() ?? null }
}

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
