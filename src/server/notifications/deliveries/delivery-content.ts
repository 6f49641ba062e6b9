import { eq, sql } from 'drizzle-orm'
import { defaultLeadSourceMessage } from '#/content/mails.ts'
import { type Attribution, attributionSchema } from '#/contracts/leads/attribution.ts'
import { pickLeadFields } from '#/contracts/leads/lead-fields.ts'
import type { NotifiedLead } from '#/contracts/notifications/mails.ts'
import {
  leadSourceSettings,
  leads,
  notificationRecipients as recipients,
  webhooks,
} from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import type { ClaimedDelivery } from './claims.ts'

/** A lead as mails show it, and what their ids are made from. */
export type LeadForMail = NotifiedLead & { submissionId: string; contentHash: string }

/** A lead in the database, as mails and webhooks show it. */
export type LeadForDelivery = LeadForMail & { id: number }

/** What an attempt needs to know, as it is at this moment. */
export type DeliveryContent = {
  lead: LeadForDelivery
  /** Null until the owner has written one. */
  leadSourceMessage: string | null
  /** The recipient is there and active. */
  isRecipientActive: boolean
  /** The webhook, if it is there and active. */
  webhook: { id: number; url: string; secret: string } | undefined
}

const columns = {
  id: leads.id,
  submissionId: leads.submissionId,
  contentHash: leads.contentHash,
  ...pickLeadFields(leads),
  phoneAsTyped: leads.phoneAsTyped,
  createdAt: leads.createdAt,
  attribution: leads.attribution,
}

/** How the visit came about, as far as it was stored; null where nothing of it was. */
function readAttribution(stored: unknown): Attribution | null {
  const { data } = attributionSchema.safeParse(stored)
  return data && Object.values(data).some((value) => value !== undefined) ? data : null
}

/** Reads the content of a delivery. Undefined when the lead was deleted. */
export type LoadContent = (claim: ClaimedDelivery) => Promise<DeliveryContent | undefined>

/**
 * Makes the function that reads the content of a delivery in one query, so that an attempt waits for
 * the database once. The query is built and planned once, because that takes longer than to run it.
 */
export function createContentLoader(db: Database): LoadContent {
  const read = db
    .select({
      lead: columns,
      message: leadSourceSettings.message,
      isRecipientActive: recipients.isActive,
      webhook: {
        id: webhooks.id,
        url: webhooks.url,
        secret: webhooks.secret,
        isActive: webhooks.isActive,
      },
    })
    .from(leads)
    .leftJoin(leadSourceSettings, sql`true`)
    .leftJoin(recipients, eq(recipients.id, sql.placeholder('recipientId')))
    .leftJoin(webhooks, eq(webhooks.id, sql.placeholder('webhookId')))
    .where(eq(leads.id, sql.placeholder('leadId')))
    .prepare('load_content')

  return async ({ leadId, recipientId, webhookId }) => {
    const [row] = await read.execute({ leadId, recipientId, webhookId })
    if (!row) return undefined
    const { lead, message, isRecipientActive, webhook } = row
    return {
      lead: {
        ...lead,
        createdAt: lead.createdAt.toISOString(),
        attribution: readAttribution(lead.attribution),
      },
      // Saved as it stood in the editor, it says nothing.
      leadSourceMessage: message === defaultLeadSourceMessage ? null : message,
      isRecipientActive: isRecipientActive ?? false,
      webhook: webhook?.isActive ? webhook : undefined,
    }
  }
}
