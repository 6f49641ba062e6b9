import { eq } from 'drizzle-orm'
import { declineReasons } from '#/contracts/referrals/offer-states.ts'
import type { Referral } from '#/contracts/referrals/offers.ts'
import { apiPaths, offerApiPath } from '#/contracts/routes.ts'
import { offers } from '#/server/db/tables/schema.ts'
import { createOfferMails } from '#/server/referrals/offers/offer-mails.ts'
import { businessMinutesAfter } from '#/server/time/business-hours.ts'
import { localDay } from '#/server/time/local-day.ts'
import { type Manner, makeContractors } from './companies.ts'
import { type Lead, localTime, minutesAfter, type World } from './world.ts'

const dayMs = 86_400_000
const quarterMs = 15 * 60_000
const lostAfterCall = { 'chose-another': 5, unreachable: 2, 'no-longer-needed': 3 } as const

/** Has the owner add the contractors. Days are counted from the end of the season. */
export async function joinContractors({ team, random }: World, end: Date) {
  const manners = new Map<string, Manner>()
  const all = makeContractors(random, (days) => localDay(end.getTime() + days * dayMs))
  for (const { fields, manner } of all) {
    await team.ask('dana', 'POST', apiPaths.contractors, fields)
    manners.set(fields.email, manner)
  }
  return manners
}

/** When a contractor calls who says yes now. */
export function callTime({ random }: World, { isUrgent }: Lead, now: Date): Date {
  const wanted = isUrgent
    ? minutesAfter(now, random.between(15, 60))
    : businessMinutesAfter(now, random.between(60, 700))
  return new Date(Math.ceil(wanted.getTime() / quarterMs) * quarterMs)
}

/** What contractors do with the offers that they are mailed, by the links in the mails. */
export function createNetwork(world: World, manners: ReadonlyMap<string, Manner>) {
  const { site, random, team, plan, workSoon } = world
  const mails = createOfferMails(site.db, '')

  async function linkOf(leadId: number, offerId: number): Promise<string> {
    const mail = await mails({ channel: 'offer', leadId, offerId })
    return 'wanted' in mail && 'link' in mail.wanted ? mail.wanted.link : ''
  }

  async function sendForm(url: string, form: Record<string, string>, now: Date) {
    const from = `198.18.${random.between(0, 255)}.${random.between(1, 254)}`
    const { status } = await site.send('POST', url, { from, form })
    if (status !== 303) throw new Error(`${url} was answered ${status}`)
    workSoon(now)
  }

  async function isIn(state: 'open' | 'accepted', offerId: number): Promise<boolean> {
    const [offer] = await site.db
      .select({ state: offers.state })
      .from(offers)
      .where(eq(offers.id, offerId))
    return offer?.state === state
  }

  /** The contractor says what came of a call, or tells the office, which does. */
  function planOutcome(lead: Lead, callAt: Date, link?: string): void {
    plan(minutesAfter(callAt, random.between(5, 50)), async () => {
      if (random.chance(0.05)) return
      const { data } = await team.ask<Referral>('luis', 'GET', referralOf(lead))
      const held = data.offers.find(({ state }) => state === 'accepted')
      if (held) await team.ask('luis', 'POST', offerApiPath(apiPaths.offerSpoken, held.id))
    })
    if (random.chance(0.16)) return
    const at = minutesAfter(callAt, random.between(3, 6 * 24) * 60)
    plan(businessMinutesAfter(at, 1), async (now) => {
      const referral = await team.ask<{ outcome: string }>('luis', 'GET', referralOf(lead))
      if (referral.data.outcome !== 'matched') return
      const change = random.chance(0.86)
        ? { outcome: 'done', lostReason: null }
        : { outcome: 'lost', lostReason: random.weighted(lostAfterCall) }
      if (link && random.chance(0.65)) {
        const { outcome, lostReason } = change
        return sendForm(`${link}/outcome`, { outcome, lostReason: lostReason ?? '' }, now)
      }
      await team.ask('luis', 'PUT', apiPaths.leadOutcome.replace(':leadId', `${lead.id}`), change)
      workSoon(now)
    })
  }

  /** A contractor has a mail about an offer, and answers it in their own time, or not at all. */
  function takeOffer(lead: Lead, offerId: number, address: string, now: Date): void {
    const manner = manners.get(address)
    if (!manner || !random.chance(manner.answers)) return
    const minutes = random.around(manner.answersAfter)
    const at = lead.isUrgent
      ? minutesAfter(now, Math.min(28, minutes / 6))
      : businessMinutesAfter(now, minutes)
    plan(at, async (later) => {
      if (!(await isIn('open', offerId))) return
      const link = await linkOf(lead.id, offerId)
      if (!random.chance(manner.accepts)) {
        return sendForm(`${link}/decline`, { reason: random.pick(declineReasons) }, later)
      }
      const callAt = callTime(world, lead, later)
      const time = localTime(callAt)
      await sendForm(`${link}/accept`, { callAt: time, atNight: time }, later)
      if (await isIn('accepted', offerId)) planOutcome(lead, callAt, link)
    })
  }

  return { takeOffer, planOutcome }
}

/** The address of what is known of a lead's offers. */
export const referralOf = ({ id }: Pick<Lead, 'id'>) =>
  apiPaths.leadReferral.replace(':leadId', `${id}`)
