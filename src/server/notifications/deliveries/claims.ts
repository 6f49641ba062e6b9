import { createHash, randomUUID } from 'node:crypto'
import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { defaultLeadSourceMessage } from '#/content/mails.ts'
import { pickLeadFields } from '#/contracts/leads/lead-fields.ts'
import type { Attribution } from '#/contracts/results/visits.ts'
import {
  deliveries,
  isUrgent,
  leads,
  notificationRecipients as recipients,
  settings,
  webhooks,
} from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { announceLeads } from '../../db/signals.ts'
import { attributionSchema } from '../../texts/values.ts'
import { longestWaitMs } from './pace.ts'

/**
 * A delivery that only this process may attempt, for as long as the lease, with what the attempt needs
 * to know as it was when it was claimed.
 */
export type ClaimedDelivery = Awaited<ReturnType<typeof claimDue>>[number]

/** A lead as mails and webhooks show it, and what their ids are made from. */
export type LeadForMail = ClaimedDelivery['lead']

/** What tells a mail or a call about a lead from all others: the same at each attempt. */
export const repeatId = (
  { submissionId, contentHash }: Pick<LeadForMail, 'submissionId' | 'contentHash'>,
  about: string | number,
) =>
  createHash('sha256')
    .update([submissionId, contentHash, about].join('\0'))
    .digest('hex')
    .slice(0, 32)

/** How the visit came about, as far as it was stored; null where nothing of it was. */
function readAttribution(stored: unknown): Attribution | null {
  const { data } = attributionSchema.safeParse(stored)
  return data && Object.values(data).some((value) => value !== undefined) ? data : null
}

/** An instant N milliseconds from now, or before it, by the database's clock. */
export const fromNow = (ms: number) =>
  sql`now() + ${Math.round(ms)}::integer * interval '1 millisecond'`

/** A first attempt is due within a minute; a wait ahead of this shows that the clock has been set back since. */
const longestFirstWaitMs = 60_000

const longestWait = sql`(case when ${deliveries.attempts} > 0 then ${longestWaitMs}::integer
  else ${longestFirstWaitMs}::integer end * interval '1 millisecond')`

/** Due, or further ahead than any wait. */
const isDue = sql`(${deliveries.dueAt} <= now() or ${deliveries.dueAt} > now() + ${longestWait})`

const isPending = eq(deliveries.state, 'pending')
const isFree = and(isPending, isNull(deliveries.claimToken))

/** How often within a lease is looked what is claimed. */
const looksInLease = 8

/**
 * Makes the function that frees what dead processes have claimed: what it has seen claimed for a whole
 * lease, in which the database was not away: nobody could say then how an attempt ended. That is
 * measured by this process, whose timer does not jump as the clocks of the day do.
 */
export function createFreeAbandoned(db: Database, leaseMs: number) {
  let seenSince = new Map<string, number>()
  let lookedAt = Number.NEGATIVE_INFINITY
  return async () => {
    const now = performance.now()
    if (now - lookedAt < leaseMs / looksInLease) return
    lookedAt = now
    const claims = await db
      .selectDistinct({ token: sql<string>`${deliveries.claimToken}` })
      .from(deliveries)
      .where(and(isPending, isNotNull(deliveries.claimToken)))
      .catch((error) => {
        seenSince.clear()
        throw error
      })
    seenSince = new Map(claims.map(({ token }) => [token, seenSince.get(token) ?? now]))
    const abandoned = [...seenSince].flatMap(([token, since]) =>
      now - since >= leaseMs ? token : [],
    )
    if (abandoned.length === 0) return
    await db
      .update(deliveries)
      .set({ claimToken: null })
      .where(and(isPending, inArray(deliveries.claimToken, abandoned)))
  }
}

/** Claims up to N due deliveries, emergencies first and then the earliest. Several processes get different ones. */
export async function claimDue(db: Database, limit: number) {
  const claimToken = randomUUID()
  // A common table expression runs once; a plain subquery may run again for each row, and claim more.
  const due = db
    .$with('due')
    .as(
      db
        .select({ id: deliveries.id })
        .from(deliveries)
        .where(and(isFree, isDue))
        .orderBy(desc(deliveries.isUrgent), asc(deliveries.dueAt))
        .limit(limit)
        .for('update', { skipLocked: true }),
    )
  const claimed = db.$with('claimed').as(
    db
      .update(deliveries)
      .set({ claimToken, attempts: sql`${deliveries.attempts} + 1` })
      .where(sql`${deliveries.id} in (select id from due)`)
      .returning(),
  )
  const rows = await db
    .with(due, claimed)
    .select({
      id: claimed.id,
      leadId: claimed.leadId,
      channel: claimed.channel,
      offerId: claimed.offerId,
      target: claimed.target,
      /** The number of this attempt, from 1. */
      attempt: claimed.attempts,
      lead: {
        id: leads.id,
        submissionId: leads.submissionId,
        contentHash: leads.contentHash,
        ...pickLeadFields(leads),
        isUrgent,
        phoneAsTyped: leads.phoneAsTyped,
        createdAt: leads.createdAt,
        attribution: leads.attribution,
      },
      message: sql<string | null>`${settings.value} ->> 'message'`,
      /** The recipient is there and active. */
      isRecipientActive: sql<boolean>`coalesce(${recipients.isActive}, false)`,
      /** Unless it was disabled or removed. */
      webhook: { id: webhooks.id, url: webhooks.url, secret: webhooks.secret },
    })
    .from(claimed)
    .innerJoin(leads, eq(leads.id, claimed.leadId))
    .leftJoin(settings, eq(settings.key, 'leadSource'))
    .leftJoin(recipients, eq(recipients.id, claimed.recipientId))
    .leftJoin(webhooks, and(eq(webhooks.id, claimed.webhookId), webhooks.isActive))
  return rows.map(({ lead, message, ...row }) => ({
    ...row,
    claimToken,
    lead: {
      ...lead,
      createdAt: lead.createdAt.toISOString(),
      attribution: readAttribution(lead.attribution),
    },
    // Null until the owner has written one. Saved as it stood in the editor, it says nothing.
    leadSourceMessage: message === defaultLeadSourceMessage ? null : message,
  }))
}

/** Returns the milliseconds until the next delivery is due that nobody has claimed; undefined without one. */
export async function msUntilDue(db: Database): Promise<number | undefined> {
  const at = sql`min(case when ${isDue} then now() else ${deliveries.dueAt} end)`
  const [row] = await db
    .select({ ms: sql<string | null>`extract(epoch from ${at} - now()) * 1000` })
    .from(deliveries)
    .where(isFree)
  return row?.ms == null ? undefined : Math.max(0, Number(row.ms))
}

/** True for the delivery of a claim that no other process has taken over. */
export const isStillOurs = ({ id, claimToken }: ClaimedDelivery) =>
  and(eq(deliveries.id, id), eq(deliveries.claimToken, claimToken))

/** Gives a claimed delivery back to any process; the attempt does not count. */
export async function releaseClaim(db: Database, claim: ClaimedDelivery): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .update(deliveries)
      .set({ claimToken: null, dueAt: sql`now()`, attempts: sql`${deliveries.attempts} - 1` })
      .where(isStillOurs(claim))
    await announceLeads(tx)
  })
}
