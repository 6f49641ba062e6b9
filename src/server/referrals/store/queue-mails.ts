import { and, eq, isNull, notInArray, sql } from 'drizzle-orm'
import type { DeliveryChannel } from '#/contracts/notifications/deliveries.ts'
import {
  contractors,
  deliveries,
  leads,
  notificationRecipients,
  webhooks,
} from '#/server/db/tables/schema.ts'
import type { Transaction } from '../../db/database.ts'
import { meaningOf } from '../event-table.ts'
import type { Step } from '../run.ts'
import { type Instant, isUrgent, type Offer, type State } from '../state.ts'

/** The most mails to an address in a day on how its requests stand: anyone can type any address. */
const mostUpdatesADay = 9

/** True where the visitor of a lead may be sent another mail on how it stands. */
export async function mayMailVisitor(tx: Transaction, { id, hasEmail }: State['lead']) {
  if (!hasEmail) return false
  const lately = sql`${deliveries.channel} = 'update' and ${deliveries.createdAt} > now() - interval '1 day'
    and lower(${deliveries.target}) = (select lower(email) from ${leads} where id = ${id})`
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

/**
 * Queues a mail to the contractor of an offer, or to the visitor. One of a kind waits for each: it says what
 * is so when it leaves, and leaves no later than the one that waited. One that is leaving just now may have
 * been written before.
 */
async function queueMail(
  tx: Transaction,
  state: State,
  { mail, soon = false }: { mail: DeliveryChannel; soon?: boolean | undefined },
  offer: Offer | undefined,
  now: Instant,
): Promise<void> {
  const { id: leadId } = state.lead
  const isToThem = offer ? eq(deliveries.offerId, offer.id) : isNull(deliveries.offerId)
  const hasNotLeft = and(
    notInArray(deliveries.state, ['sent', 'kept']),
    isNull(deliveries.claimToken),
  )
  const replaced = await tx
    .delete(deliveries)
    .where(and(eq(deliveries.leadId, leadId), eq(deliveries.channel, mail), isToThem, hasNotLeft))
    .returning({ state: deliveries.state, dueAt: deliveries.dueAt })
  const waited = replaced.filter((each) => each.state === 'pending')
  const dueAt = new Date(
    Math.min(now + (soon ? soonMs : 0), ...waited.map((each) => each.dueAt.getTime())),
  )
  const target = offer
    ? sql`(select email from ${contractors} where id = ${offer.contractor.id})`
    : sql`(select email from ${leads} where id = ${leadId})`
  const what = { leadId, offerId: offer?.id ?? null, channel: mail, target, dueAt }
  await tx
    .insert(deliveries)
    .values({ ...what, isUrgent: isUrgent(state), queuedAt: dueAt })
    .onConflictDoNothing()
}

/** Queues a delivery of a lead for each active recipient and webhook who has none. */
export async function queueToEveryone(tx: Transaction, leadId: number, urgent: boolean) {
  await tx.execute(sql`
    insert into ${deliveries} (lead_id, channel, recipient_id, webhook_id, target, is_urgent)
    select ${leadId}::bigint, 'mail', id, null::bigint, email, ${urgent}::boolean from ${notificationRecipients} where is_active
    union all
    select ${leadId}, 'webhook', null, id, url, ${urgent}::boolean from ${webhooks} where is_active
    on conflict do nothing`)
}

/** Queues the mails that the events of a step ask for. */
export async function queueMails(
  tx: Transaction,
  { after, events, now, rules }: Step,
): Promise<void> {
  const mails = events.flatMap((event) => meaningOf(event, after).mails)
  // The same mail of two events is one.
  const once = [...new Map(mails.map((each) => [`${each.mail} ${each.offerId}`, each])).values()]
  for (const each of once) {
    const { mail } = each
    const offer = after.offers.find(({ id }) => id === each.offerId)
    if (mail === 'everyone') await queueToEveryone(tx, after.lead.id, isUrgent(after))
    else if (offer || (rules.mailsVisitor && after.lead.hasEmail))
      await queueMail(tx, after, { ...each, mail }, offer, now)
  }
}
