import { and, eq, inArray, isNull, notInArray, type SQL, sql } from 'drizzle-orm'
import type { DeliveryChannel } from '#/contracts/notifications/deliveries.ts'
import {
  contractors,
  deliveries,
  leads,
  notificationRecipients,
  offers,
  webhooks,
} from '#/server/db/tables/schema.ts'
import type { Transaction } from '../../db/database.ts'
import type { QueuedMail } from '../event-table.ts'
import { type Instant, isUrgent, type Offer, type State } from '../state.ts'

/** The most mails to an address in a day on how its requests stand: anyone can type any address. */
const mostUpdatesADay = 9

/** True where the visitor of a lead may be sent another mail on how it stands. */
export async function mayMailVisitor(
  tx: Transaction,
  { id, hasEmail }: State['lead'],
): Promise<boolean> {
  if (!hasEmail) return false
  const address = sql`(select lower(email) from ${leads} where id = ${id})`
  const ofAddress = tx
    .select({ id: leads.id })
    .from(leads)
    .where(eq(sql`lower(${leads.email})`, address))
  const lately = and(
    inArray(deliveries.leadId, ofAddress),
    eq(deliveries.channel, 'update'),
    sql`${deliveries.createdAt} > now() - interval '1 day'`,
  )
  return (await tx.$count(deliveries, lately)) < mostUpdatesADay
}

/** The most mails to visitors in an hour beyond which no town is asked for: a form in many names asks for it. */
const mostUpdatesAnHour = 60

/** True where a visitor may be mailed the question for the town. */
export async function mayAskForTown(tx: Transaction): Promise<boolean> {
  const lately = sql`${deliveries.channel} = 'update' and ${deliveries.createdAt} > now() - interval '1 hour'`
  return (await tx.$count(deliveries, lately)) < mostUpdatesAnHour
}

/** What a person is told by two events within this time is one mail. */
const soonMs = 60_000

/** A contractor whose customer cancels again, after wanting it again, is told so at most once in this time. */
export const toldAgainAfterMs = 3_600_000

/** When a mail to a contractor may leave. That it is theirs again never waits: a visitor waits for them. */
function dueOf({ end }: State, offer: Offer, soon: boolean, now: Instant): Instant {
  const { heldSince, answeredAt, toldAt } = offer
  const wasGivenBack = heldSince !== null && heldSince > (answeredAt ?? heldSince)
  const isAgain = end?.as === 'cancelled' && wasGivenBack && toldAt !== null
  return Math.max(now + (soon ? soonMs : 0), isAgain ? toldAt + toldAgainAfterMs : 0)
}

/**
 * One mail of a kind waits for each offer, or each lead: it says what is so when it leaves. One that is
 * leaving just now may have been written before. Returns when those that waited were due.
 */
async function replaceWaiting(tx: Transaction, which: SQL | undefined): Promise<Instant[]> {
  const hasNotLeft = notInArray(deliveries.state, ['sent', 'kept'])
  const replaced = await tx
    .delete(deliveries)
    .where(and(which, hasNotLeft, isNull(deliveries.claimToken)))
    .returning({ state: deliveries.state, dueAt: deliveries.dueAt })
  return replaced.flatMap(({ state, dueAt }) => (state === 'pending' ? dueAt.getTime() : []))
}

async function queueToContractor(
  tx: Transaction,
  state: State,
  offer: Offer,
  { mail, soon = false }: { mail: DeliveryChannel; soon?: boolean | undefined },
  now: Instant,
): Promise<void> {
  const ofOffer = and(eq(deliveries.offerId, offer.id), eq(deliveries.channel, mail))
  const waited = await replaceWaiting(tx, ofOffer)
  const due = new Date(Math.min(...waited, dueOf(state, offer, soon, now))).toISOString()
  await tx.execute(sql`
    insert into ${deliveries} (lead_id, offer_id, channel, target, is_urgent, due_at, queued_at)
    select ${state.lead.id}, ${offers.id}, ${mail}, ${contractors.email}, ${isUrgent(state)}, ${due}, ${due}
    from ${offers} join ${contractors} on ${contractors.id} = ${offers.contractorId}
    where ${offers.id} = ${offer.id}`)
}

async function queueToVisitor(
  tx: Transaction,
  state: State,
  { mail, soon = false }: { mail: DeliveryChannel; soon?: boolean | undefined },
  now: Instant,
): Promise<void> {
  const { id } = state.lead
  const due = new Date(now + (soon ? soonMs : 0)).toISOString()
  if (mail === 'update') {
    await replaceWaiting(tx, and(eq(deliveries.leadId, id), eq(deliveries.channel, mail)))
  }
  await tx.execute(sql`
    insert into ${deliveries} (lead_id, channel, target, is_urgent, due_at, queued_at)
    select ${leads.id}, ${mail}, ${leads.email}, ${isUrgent(state)}, ${due}, ${due} from ${leads}
    where ${leads.id} = ${id} and ${leads.email} <> '' on conflict do nothing`)
}

/**
 * Queues a delivery of a lead for each active recipient and webhook who has none. Returns how many.
 */
export async function queueToEveryone(
  tx: Transaction,
  leadId: number,
  urgent: boolean,
): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    insert into ${deliveries} (lead_id, channel, recipient_id, webhook_id, target, is_urgent)
    select ${leadId}::bigint, 'mail', id, null::bigint, email, ${urgent}::boolean from ${notificationRecipients} where is_active
    union all
    select ${leadId}, 'webhook', null, id, url, ${urgent}::boolean from ${webhooks} where is_active
    on conflict do nothing`)
  return rowCount ?? 0
}

/** Queues the mails that events ask for. */
export async function queueMails(
  tx: Transaction,
  state: State,
  mails: readonly QueuedMail[],
  { now, mailsVisitor }: { now: Instant; mailsVisitor: boolean },
): Promise<void> {
  // The same mail of two events is one.
  const once = [...new Map(mails.map((each) => [`${each.mail} ${each.offerId}`, each])).values()]
  for (const each of once) {
    const { mail } = each
    const offer = state.offers.find(({ id }) => id === each.offerId)
    if (mail === 'everyone') await queueToEveryone(tx, state.lead.id, isUrgent(state))
    else if (offer) await queueToContractor(tx, state, offer, { ...each, mail }, now)
    else if (mailsVisitor) await queueToVisitor(tx, state, { ...each, mail }, now)
  }
}
