import type { LostReason } from '#/contracts/referrals/offer-states.ts'
import { findFitting } from '#/server/referrals/contractors/who-fits.ts'
import { offerByHand, recordAgreement } from '#/server/referrals/offers/manage-offers.ts'
import { setOutcome } from '#/server/referrals/offers/outcome.ts'
import { readReferral } from '#/server/referrals/offers/read-offers.ts'
import { businessMinutesAfter } from '#/server/time/business-hours.ts'
import type { Network, OpenLead } from './contractors.ts'
import type { Name } from './team.ts'
import { record, unlessTooLate, type World } from './world.ts'

/** The most contractors whom somebody asks by hand. */
const mostAsked = 4

/** What somebody in the office does by hand about who takes a lead. */
export function createDeals(world: World, network: () => Network) {
  const { db, random, team, plan, sendSoon } = world

  async function lose({ id }: OpenLead, lostReason: LostReason, who: Name, now: Date) {
    const told = { outcome: 'lost', lostReason, actor: team.inWords(who) } as const
    await unlessTooLate(() => db.transaction((tx) => setOutcome(tx, record, id, told)))
    await team.tell(who, 'lead.outcome', `lead ${id}, lost`)
    sendSoon(now)
  }

  /** Asks the next contractor who fits and was not asked. False if there is none. */
  async function offerToNext(lead: OpenLead, who: Name, now: Date): Promise<boolean> {
    const referral = await readReferral(db, lead.id)
    const asked = referral?.offers.map(({ contractorId }) => contractorId) ?? []
    if (referral?.outcome !== 'open' || asked.length >= mostAsked) return false
    const fitting = await findFitting(db, lead.id, now)
    const contractorId = fitting.find((id) => !asked.includes(id))
    if (contractorId === undefined) return false
    const wanted = { contractorId, actor: team.inWords(who) }
    const isOffered = await unlessTooLate(() =>
      db.transaction((tx) => offerByHand(tx, record, lead.id, wanted)),
    )
    if (!isOffered) return false
    await team.tell(who, 'offer.make', `lead ${lead.id}, contractor ${contractorId}`)
    sendSoon(now)
    await network().followOffers(lead, now)
    return true
  }

  /** Agrees with a contractor on the phone. False if there is none. */
  async function agree(lead: OpenLead, who: Name, now: Date): Promise<boolean> {
    const fitting = await findFitting(db, lead.id, now)
    if (fitting.length === 0) return false
    const contractorId = random.pick(fitting.slice(0, 3))
    const callAt = network().callTime(lead, now)
    const agreement = { contractorId, callAt, actor: team.inWords(who) }
    const isAgreed = await unlessTooLate(() =>
      db.transaction((tx) => recordAgreement(tx, record, lead.id, agreement)),
    )
    if (!isAgreed) return false
    await team.tell(who, 'offer.agree', `lead ${lead.id}, contractor ${contractorId}`)
    network().planOutcome(lead, callAt)
    sendSoon(now)
    return true
  }

  /** Nobody is being asked any more: there is somebody by phone, or the customer goes elsewhere. */
  async function goOnByHand(lead: OpenLead, who: Name, now: Date) {
    const isGoingOn = await (random.chance(0.5) ? offerToNext : agree)(lead, who, now)
    if (isGoingOn) return
    plan(businessMinutesAfter(now, random.between(120, 700)), async (later) => {
      const referral = await readReferral(db, lead.id)
      const isAsked = referral?.offers.some(({ state }) => state === 'open')
      if (referral?.outcome === 'open' && !isAsked) await lose(lead, 'chose-another', who, later)
    })
  }

  return { lose, offerToNext, agree, goOnByHand }
}
