import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { defaultLeadSourceMessage } from '#/content/mails.ts'
import { type Attribution, attributionSchema } from '#/contracts/leads/attribution.ts'
import { pickLeadFields } from '#/contracts/leads/lead-fields.ts'
import {
  type DeliveryChannel,
  heldChannels,
  toldAgainAfterMs,
} from '#/contracts/notifications/deliveries.ts'
import type { NotifiedLead } from '#/contracts/notifications/mails.ts'
import {
  deliveries,
  isUrgent,
  leadSourceSettings,
  leads,
  notificationRecipients as recipients,
  webhooks,
} from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { notify } from '../../db/signals.ts'
import { longestWaitMs } from './pace.ts'

/** A lead as mails show it, and what their ids are made from. */
export type LeadForMail = NotifiedLead & { submissionId: string; contentHash: string }

/** A lead in the database, as mails and webhooks show it. */
export type LeadForDelivery = LeadForMail & {
  id: number
  town: string | null
  isOutside: boolean
}

/**
 * A delivery that only this process may attempt, for as long as the lease, with what the attempt needs
 * to know as it was when it was claimed.
 */
export type ClaimedDelivery = {
  id: number
  leadId: number
  channel: DeliveryChannel
  offerId: number | null
  target: string
  claimToken: string
  /** The number of this attempt, from 1. */
  attempt: number
  lead: LeadForDelivery
  /** Null until the owner has written one. */
  leadSourceMessage: string | null
  /** The recipient is there and active. */
  isRecipientActive: boolean
  /** The webhook, unless it was disabled or removed; not active when it says that it is gone. */
  webhook: { id: number; url: string; secret: string; isActive: boolean } | null
}

/** How the visit came about, as far as it was stored; null where nothing of it was. */
function readAttribution(stored: unknown): Attribution | null {
  const { data } = attributionSchema.safeParse(stored)
  return data && Object.values(data).some((value) => value !== undefined) ? data : null
}

/** An instant N milliseconds from now, or before it, by the database's clock. */
export const fromNow = (ms: number) =>
  sql`now() + ${Math.round(ms)}::integer * interval '1 millisecond'`

/**
 * The first attempt is due at once, or when it may be told again; a wait ahead of this shows that the
 * clock has been set back.
 */
const longestFirstWaitMs = 60_000

/** The ranges of the index `deliveries_due`, in the order in which they are claimed. */
const ranges = (channels: DeliveryChannel[]) => sql`
  unnest(${sql.param(channels)}::text[]) kinds (channel),
  (values (true), (false)) urgency (is_urgent),
  (values (false), (true)) tries (has_failed),
  lateral (select case
    when has_failed then ${longestWaitMs}::integer
    when kinds.channel = any(${sql.param(heldChannels)}::text[]) then ${toldAgainAfterMs + longestFirstWaitMs}::integer
    else ${longestFirstWaitMs}::integer
  end) waits (longest_wait_ms)`

/**
 * The pending deliveries of one range that are due in a span of time and not under way, the earliest
 * first.
 */
const nextIn = (span: SQL) => sql`
  select ${deliveries.id}, ${deliveries.dueAt} from ${deliveries}
  where ${deliveries.state} = 'pending' and ${deliveries.channel} = kinds.channel
    and ${deliveries.claimToken} is null and ${deliveries.isUrgent} = urgency.is_urgent and (${deliveries.attempts} > 0) = has_failed
    and ${span}
  order by ${deliveries.dueAt}`

/** Claims up to N due deliveries. */
export type ClaimDue = (limit: number) => Promise<ClaimedDelivery[]>

/** The statement that claims due deliveries and reads what their attempts need. */
function prepareClaim(db: Database, channels: DeliveryChannel[], leaseMs: number) {
  const limit = sql.placeholder('limit')
  // Due, or further ahead than any wait: then the clock has been set back since.
  const spans = sql`
    (values ('-infinity', now()), (now() + longest_wait_ms * interval '1 millisecond', 'infinity'))
    spans (after, until)`
  const isInSpan = sql`${deliveries.dueAt} > after and ${deliveries.dueAt} <= until`
  // A common table expression runs once; a plain subquery may run again for each row, and claim more.
  const due = db.$with('due', { id: deliveries.id }).as(sql`
    select next.id from ${ranges(channels)},
      lateral ${spans},
      lateral (${nextIn(isInSpan)} limit ${limit} for update skip locked) next
    order by urgency.is_urgent desc, has_failed, next.due_at limit ${limit}`)
  const { id, leadId, channel, offerId, target, attempts, recipientId, webhookId } = deliveries
  const claimed = db.$with('claimed').as(
    db
      .update(deliveries)
      .set({
        claimToken: sql`${sql.placeholder('claimToken')}`,
        dueAt: fromNow(leaseMs),
        attempts: sql`${attempts} + 1`,
      })
      .where(sql`${id} in (select id from due)`)
      .returning({ id, leadId, channel, offerId, target, attempts, recipientId, webhookId }),
  )
  return (
    db
      .with(due, claimed)
      .select({
        id: claimed.id,
        leadId: claimed.leadId,
        channel: claimed.channel,
        offerId: claimed.offerId,
        target: claimed.target,
        attempt: claimed.attempts,
        lead: {
          id: leads.id,
          submissionId: leads.submissionId,
          contentHash: leads.contentHash,
          ...pickLeadFields(leads),
          isUrgent,
          town: leads.town,
          isOutside: leads.isOutside,
          phoneAsTyped: leads.phoneAsTyped,
          createdAt: leads.createdAt,
          attribution: leads.attribution,
        },
        message: leadSourceSettings.message,
        isRecipientActive: sql<boolean>`coalesce(${recipients.isActive}, false)`,
        webhook: {
          id: webhooks.id,
          url: webhooks.url,
          secret: webhooks.secret,
          isActive: webhooks.isActive,
        },
      })
      .from(claimed)
      .innerJoin(leads, eq(leads.id, claimed.leadId))
      .leftJoin(leadSourceSettings, sql`true`)
      .leftJoin(recipients, eq(recipients.id, claimed.recipientId))
      .leftJoin(
        webhooks,
        and(eq(webhooks.id, claimed.webhookId), or(webhooks.isActive, isNotNull(webhooks.goneAt))),
      )
      // Without a name: it is built once, but planned each time, because the best plan depends on how
      // many deliveries there are.
      .prepare('')
  )
}

/** How often within a lease is looked what is claimed. */
const looksInLease = 8

/**
 * Makes the function that frees what dead processes have claimed: what it has seen claimed for a whole
 * lease. That is measured by this process, whose timer does not jump as the clocks of the day do.
 */
function createFreeAbandoned(db: Database, channels: DeliveryChannel[], leaseMs: number) {
  const isPending = and(eq(deliveries.state, 'pending'), inArray(deliveries.channel, channels))
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
    seenSince = new Map(claims.map(({ token }) => [token, seenSince.get(token) ?? now]))
    const abandoned = [...seenSince].filter(([, since]) => now - since >= leaseMs)
    if (abandoned.length === 0) return
    const tokens = abandoned.map(([token]) => token)
    await db
      .update(deliveries)
      .set({ claimToken: null, dueAt: sql`now()` })
      .where(and(isPending, inArray(deliveries.claimToken, tokens)))
  }
}

/**
 * Makes the function that claims due deliveries of some channels in one statement. Several processes
 * get different ones, and those that a dead process had claimed once its lease has passed. Emergencies come first, and then first attempts, so that new leads do not wait behind deliveries
 * that have failed for days. It reads only the first few of each range, however many wait.
 */
export function createClaimDue(
  db: Database,
  channels: DeliveryChannel[],
  leaseMs: number,
): ClaimDue {
  const claim = prepareClaim(db, channels, leaseMs)
  const freeAbandoned = createFreeAbandoned(db, channels, leaseMs)
  return async (limit) => {
    await freeAbandoned()
    const claimToken = randomUUID()
    const rows = await claim.execute({ limit, claimToken })
    return rows.map(({ lead, message, ...row }) => ({
      ...row,
      claimToken,
      lead: {
        ...lead,
        createdAt: lead.createdAt.toISOString(),
        attribution: readAttribution(lead.attribution),
      },
      // Saved as it stood in the editor, it says nothing.
      leadSourceMessage: message === defaultLeadSourceMessage ? null : message,
    }))
  }
}

/** Milliseconds until the next delivery is due; undefined when none is pending. */
export async function msUntilDue(
  db: Database,
  channels: DeliveryChannel[],
): Promise<number | undefined> {
  const [row] = await db
    .select({ ms: sql<string | null>`extract(epoch from min(next.due_at) - now()) * 1000` })
    .from(sql`${ranges(channels)}, lateral (${nextIn(sql`true`)} limit 1) next`)
  return row?.ms == null ? undefined : Math.max(0, Number(row.ms))
}

const stillOurs = ({ id, claimToken }: ClaimedDelivery) =>
  and(eq(deliveries.id, id), eq(deliveries.claimToken, claimToken))

/** Gives a claimed delivery back to any process; the attempt does not count. */
export async function releaseClaim(db: Database, claim: ClaimedDelivery): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .update(deliveries)
      .set({ claimToken: null, dueAt: sql`now()`, attempts: sql`${deliveries.attempts} - 1` })
      .where(stillOurs(claim))
    await notify(tx, 'deliveries_due', '')
  })
}
