import { eq } from 'drizzle-orm'
import { leads } from '#/server/db/tables/schema.ts'
import { addNote, releaseLead, setContactStatus } from '#/server/leads/one-lead/lead-actions.ts'
import { queueDeliveries } from '#/server/notifications/deliveries/delivery-queue.ts'
import { beginOffering, readOfferSettings } from '#/server/referrals/offers/next-offer.ts'
import { publishRating } from '#/server/referrals/ratings/publish-rating.ts'
import { businessMinutesAfter } from '#/server/time/business-hours.ts'
import type { Network, OpenLead } from './contractors.ts'
import { createDeals } from './deals.ts'
import { notes } from './messages.ts'
import { minutesAfter } from './minutes.ts'
import type { Weather } from './season.ts'
import type { Name } from './team.ts'
import { record, type World } from './world.ts'

/** A lead as the office sees it when it comes. */
export type NewLead = OpenLead & { isAway: boolean; weather: Weather }

/** The people in the office, and what they do with leads. */
export function createOffice(
  world: World,
  network: () => Network,
  days: { left: Date; end: Date },
) {
  const { db, random, team, plan, sendSoon } = world
  const { lose, offerToNext, agree, goOnByHand } = createDeals(world, network)

  /** Who is there at a time. */
  const whoIsThere = (now: Date): Name =>
    random.weighted({ luis: 6, dana: 3, ...(now < days.left && { kyle: 4 }) })

  async function writeNote(leadId: number, who: Name) {
    await addNote(db, leadId, { text: random.pick(notes), actor: team.inWords(who) })
    await team.tell(who, 'lead.note', `lead ${leadId}`)
  }

  /** What follows from the first call. */
  async function goOn(lead: NewLead, who: Name, now: Date) {
    if (random.chance(0.45)) plan(minutesAfter(now, 3), () => writeNote(lead.id, who))
    const soon = minutesAfter(now, random.between(4, 12))
    if (lead.isAway) return plan(soon, (later) => lose(lead, 'out-of-area', who, later))
    if (random.chance(0.02)) return plan(soon, (later) => lose(lead, 'wrong-service', who, later))
    if (random.chance(0.06)) return plan(soon, (later) => agree(lead, who, later))
    const { isAutomatic } = await readOfferSettings(db)
    if (!isAutomatic) plan(soon, (later) => offerToNext(lead, who, later))
  }

  async function contact(lead: NewLead, now: Date) {
    const [row] = await db
      .select({ isQuarantined: leads.isQuarantined })
      .from(leads)
      .where(eq(leads.id, lead.id))
    if (row?.isQuarantined !== false) return
    const who = lead.isUrgent ? random.pick(['dana', 'luis'] as const) : whoIsThere(now)
    await setContactStatus(db, lead.id, { isContacted: true, actor: team.inWords(who), now })
    await team.tell(who, 'lead.status', `lead ${lead.id}, contacted`)
    await goOn(lead, who, now)
  }

  function timeOfContact({ isUrgent, weather }: NewLead, now: Date): Date {
    if (isUrgent) return minutesAfter(now, random.between(4, 35))
    if (random.chance(0.04)) return businessMinutesAfter(now, random.between(900, 1_700))
    return businessMinutesAfter(now, random.around(weather === 'usual' ? 26 : 70))
  }

  return {
    /** Somebody calls back. Of the newest a few are overlooked. */
    takeLead(lead: NewLead, now: Date) {
      const isNew = days.end.getTime() - now.getTime() < 5 * 86_400_000
      if (isNew && !lead.isUrgent && random.chance(0.12)) return
      plan(timeOfContact(lead, now), (later) => contact(lead, later))
    },
    /** Nobody is being asked any more. */
    onUnanswered(lead: OpenLead, now: Date) {
      const later = businessMinutesAfter(now, random.between(10, 90))
      const who = whoIsThere(later)
      plan(later, (at) => goOnByHand(lead, who, at))
    },
    /** A person was taken for a program. */
    release(lead: NewLead, now: Date) {
      plan(businessMinutesAfter(now, 95), async (later) => {
        const actor = team.inWords('luis')
        await releaseLead(db, lead.id, { actor, queueDeliveries, onReleased: beginOffering })
        await team.tell('luis', 'lead.release', `lead ${lead.id}`)
        sendSoon(later)
        plan(minutesAfter(later, 20), (at) => contact(lead, at))
        plan(minutesAfter(later, 0.05), (at) => network().advance(lead, at))
      })
    },
    /** Puts what somebody has said on the site. */
    planPublishing(leadId: number, now: Date) {
      plan(businessMinutesAfter(now, random.between(60, 900)), async () => {
        const wanted = { version: 1, actor: team.inWords('dana') }
        await db.transaction((tx) => publishRating(tx, record, leadId, wanted))
        await team.tell('dana', 'rating.publish', `lead ${leadId}`)
      })
    },
  }
}
