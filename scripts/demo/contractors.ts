import { and, eq } from 'drizzle-orm'
import { declineReasons } from '#/contracts/referrals/offer-states.ts'
import { contractors, offers } from '#/server/db/tables/schema.ts'
import { storeNew } from '#/server/referrals/contractors/contractors.ts'
import { acceptOffer, declineOffer, reportOutcome } from '#/server/referrals/offers/answer-offer.ts'
import { chooseContractor } from '#/server/referrals/offers/choose-contractor.ts'
import { advanceLead } from '#/server/referrals/offers/next-offer.ts'
import { setOutcome } from '#/server/referrals/offers/outcome.ts'
import { readReferral } from '#/server/referrals/offers/read-offers.ts'
import { businessMinutesAfter } from '#/server/time/business-hours.ts'
import { localDay } from '#/server/time/local-day.ts'
import { type Manner, makeContractors } from './companies.ts'
import { minutesAfter } from './minutes.ts'
import { record, type World } from './world.ts'

const dayMs = 86_400_000
const quarterMs = 15 * 60_000

/** A lead, as far as those who answer need it. */
export type OpenLead = { id: number; isUrgent: boolean }

/** The contractors, and what they do with the offers that they get. */
export type Network = {
  /** Ends offers whose time is over, and offers the lead to the next, as the server's worker does. */
  advance: (lead: OpenLead, now: Date) => Promise<void>
  /** Has the contractors of new offers answer in their own time. */
  followOffers: (lead: OpenLead, now: Date) => Promise<void>
  /** Plans what comes of a call that was agreed. */
  planOutcome: (lead: OpenLead, callAt: Date) => void
  /** When somebody calls who says yes now. */
  callTime: (lead: OpenLead, now: Date) => Date
}

/** Stores the contractors of the network. Days are counted from the end of the season. */
export async function joinContractors({ db, random }: World, end: Date) {
  const dayIn = (days: number) => localDay(end.getTime() + days * dayMs)
  const all = makeContractors(random, dayIn)
  const stored = await db.transaction((tx) =>
    storeNew(
      tx,
      all.map(({ fields }) => fields),
    ),
  )
  return new Map(stored.map(({ id }, index) => [id, (all[index] as (typeof all)[number]).manner]))
}

const lostAfterCall = { 'chose-another': 5, unreachable: 2, 'no-longer-needed': 3 } as const

/** Has the contractors work. */
export function createNetwork(
  world: World,
  manners: ReadonlyMap<number, Manner>,
  onUnanswered: (lead: OpenLead, now: Date) => void,
): Network {
  const { db, random, team, plan, sendSoon } = world
  const deps = { db, record }
  const followed = new Set<number>()

  const network: Network = {
    async advance(lead, now) {
      const isDone = await advanceLead({ ...deps, choose: chooseContractor }, lead.id)
      if (!isDone) throw new Error(`lead ${lead.id} is held by somebody else`)
      sendSoon(now)
      await network.followOffers(lead, now)
      const referral = await readReferral(db, lead.id)
      const isAsked = referral?.offers.some(({ state }) => state === 'open')
      if (referral?.outcome === 'open' && !referral.isAutomatic && !isAsked) onUnanswered(lead, now)
    },
    async followOffers(lead, now) {
      const open = await db
        .select({ id: offers.id, contractorId: offers.contractorId, expiresAt: offers.expiresAt })
        .from(offers)
        .where(and(eq(offers.leadId, lead.id), eq(offers.state, 'open')))
      for (const offer of open.filter(({ id }) => !followed.has(id))) {
        followed.add(offer.id)
        planAnswer(lead, offer, now)
        plan(new Date(offer.expiresAt.getTime() + 1_500), async (later) => {
          if (await isOpen(offer.id)) await network.advance(lead, later)
        })
      }
    },
    planOutcome(lead, callAt) {
      if (random.chance(0.16)) return
      const at = minutesAfter(callAt, random.between(3, 6 * 24) * 60)
      plan(businessMinutesAfter(at, 1), (now) => endWork(lead, now))
    },
    callTime({ isUrgent }, now) {
      const wanted = isUrgent
        ? minutesAfter(now, random.between(15, 60))
        : businessMinutesAfter(now, random.between(60, 700))
      return new Date(Math.ceil(wanted.getTime() / quarterMs) * quarterMs)
    },
  }

  const isOpen = async (offerId: number) =>
    (await db.$count(offers, and(eq(offers.id, offerId), eq(offers.state, 'open')))) > 0

  function planAnswer(lead: OpenLead, offer: { id: number; contractorId: number }, now: Date) {
    const manner = manners.get(offer.contractorId)
    if (!manner || !random.chance(manner.answers)) return
    const minutes = random.around(manner.answersAfter)
    const at = lead.isUrgent
      ? minutesAfter(now, Math.min(28, minutes / 6))
      : businessMinutesAfter(now, minutes)
    const key = { offerId: offer.id, leadId: lead.id }
    plan(at, async (later) => {
      if (random.chance(manner.accepts)) {
        const callAt = network.callTime(lead, later)
        if ((await acceptOffer(deps, key, callAt)) !== 'accepted') return
        network.planOutcome(lead, callAt)
        return sendSoon(later)
      }
      await declineOffer(deps, key, random.pick(declineReasons))
      plan(minutesAfter(later, 0.05), (soon) => network.advance(lead, soon))
    })
  }

  /** The contractor says what came of it, or tells the office, which does. */
  async function endWork({ id: leadId }: OpenLead, now: Date) {
    const [accepted] = await db
      .select({ id: offers.id, who: contractors.companyName })
      .from(offers)
      .innerJoin(contractors, eq(contractors.id, offers.contractorId))
      .where(and(eq(offers.leadId, leadId), eq(offers.state, 'accepted')))
    const referral = await readReferral(db, leadId)
    if (!accepted || referral?.outcome !== 'matched') return
    const change = random.chance(0.86)
      ? ({ outcome: 'done', lostReason: null } as const)
      : ({ outcome: 'lost', lostReason: random.weighted(lostAfterCall) } as const)
    if (random.chance(0.65)) await reportOutcome(deps, { offerId: accepted.id, leadId }, change)
    else {
      const actor = team.inWords('luis')
      await db.transaction((tx) => setOutcome(tx, record, leadId, { ...change, actor }))
      await team.tell('luis', 'lead.outcome', `lead ${leadId}, ${change.outcome}`)
    }
    sendSoon(now)
  }

  return network
}
