import type { Ranking } from '#/contracts/referrals/contractors.ts'
import type { LostReason } from '#/contracts/referrals/offer-states.ts'
import type { Referral } from '#/contracts/referrals/offers.ts'
import { apiPaths, leadPath } from '#/contracts/routes.ts'
import { businessMinutesAfter } from '#/server/time/business-hours.ts'
import { notes } from './messages.ts'
import { callTime, type createNetwork, referralOf } from './network.ts'
import type { Name } from './team.ts'
import { type Lead, localTime, minutesAfter, type World } from './world.ts'

/** What the office does by hand about who takes a lead. */
function createDeals(world: World, network: ReturnType<typeof createNetwork>) {
  const { random, team, workSoon } = world

  /** The offers of a lead that no contractor is asked about or has taken; undefined of any other. */
  async function readOpen(lead: Lead, who: Name): Promise<Referral | undefined> {
    const { data } = await team.ask<Referral>(who, 'GET', referralOf(lead))
    const isAsked = data.offers.some(({ state }) => state === 'open')
    return data.outcome === 'open' && !isAsked ? data : undefined
  }

  async function lose(lead: Lead, lostReason: LostReason, who: Name, now: Date) {
    const told = { outcome: 'lost', lostReason }
    await team.ask(who, 'PUT', leadPath(apiPaths.leadOutcome, lead.id), told)
    workSoon(now)
  }

  /** The contractors who fit, the one to be asked first at first. */
  async function readFitting(lead: Lead, who: Name): Promise<number[]> {
    const path = leadPath(apiPaths.leadContractors, lead.id)
    const { data } = await team.ask<Ranking>(who, 'GET', path)
    return data.fitting.map(({ id }) => id)
  }

  /** Agrees with a contractor on the phone. False if there is none. */
  async function agree(lead: Lead, who: Name, now: Date): Promise<boolean> {
    const fitting = await readFitting(lead, who)
    if (fitting.length === 0) return false
    const callAt = callTime(world, lead, now)
    const agreed = { contractorId: random.pick(fitting.slice(0, 3)), callAt: localTime(callAt) }
    const path = leadPath(apiPaths.leadAgreement, lead.id)
    const { status } = await team.ask(who, 'POST', path, agreed)
    workSoon(now)
    if (status === 201) network.planOutcome(lead, callAt)
    return status === 201
  }

  return { readOpen, lose, agree }
}

/** The people in the office, and what they do with leads. */
export function createOffice(world: World, network: ReturnType<typeof createNetwork>, end: Date) {
  const { random, team, plan, workSoon } = world
  const { readOpen, lose, agree } = createDeals(world, network)

  /** Who is there at a time. */
  const whoIsThere = (): Name => random.weighted({ luis: 6, dana: 3 })

  /** What follows from the first call. */
  function goOn(lead: Lead, who: Name, now: Date) {
    if (random.chance(0.45)) {
      const text = random.pick(notes)
      const path = leadPath(apiPaths.leadNotes, lead.id)
      plan(minutesAfter(now, 3), () => team.ask(who, 'POST', path, { text }))
    }
    const soon = minutesAfter(now, random.between(4, 12))
    if (lead.isAway) return plan(soon, (later) => lose(lead, 'out-of-area', who, later))
    if (random.chance(0.02)) return plan(soon, (later) => lose(lead, 'wrong-service', who, later))
    if (random.chance(0.1)) return plan(soon, (later) => agree(lead, who, later))
  }

  async function contact(lead: Lead, now: Date) {
    const who = whoIsThere()
    const change = { isContacted: true }
    await team.ask(who, 'PATCH', leadPath(apiPaths.leadContactStatus, lead.id), change)
    goOn(lead, who, now)
  }

  function timeOfContact({ isUrgent, weather }: Lead, now: Date): Date {
    if (isUrgent) return minutesAfter(now, random.between(4, 35))
    if (random.chance(0.04)) return businessMinutesAfter(now, random.between(900, 1_700))
    return businessMinutesAfter(now, random.around(weather === 'usual' ? 26 : 70))
  }

  return {
    /** The office calls back. Of the newest a few are overlooked. */
    takeLead(lead: Lead, now: Date) {
      const isNew = end.getTime() - now.getTime() < 5 * 86_400_000
      if (isNew && !lead.isUrgent && random.chance(0.12)) return
      plan(timeOfContact(lead, now), (later) => contact(lead, later))
    },
    /** No contractor is asked any more: the office finds one by phone, or the customer goes elsewhere. */
    onUnanswered(lead: Lead, now: Date) {
      const later = businessMinutesAfter(now, random.between(10, 90))
      const who = whoIsThere()
      plan(later, async (at) => {
        if (!(await readOpen(lead, who))) return
        if (random.chance(0.5) && (await agree(lead, who, at))) return
        plan(businessMinutesAfter(at, random.between(120, 700)), async (last) => {
          if (await readOpen(lead, who)) await lose(lead, 'chose-another', who, last)
        })
      })
    },
    /** Whether the office has to go on with a lead by hand. */
    async isUnanswered(lead: Lead): Promise<boolean> {
      return (await readOpen(lead, 'luis'))?.isAutomatic === false
    },
    /** A person was taken for a program. */
    release(lead: Lead, now: Date) {
      plan(businessMinutesAfter(now, 95), async (later) => {
        await team.ask('luis', 'POST', leadPath(apiPaths.leadRelease, lead.id))
        workSoon(later)
        plan(minutesAfter(later, 20), (at) => contact(lead, at))
      })
    },
    /** Puts a rating on the site. */
    planPublishing(leadId: number, now: Date) {
      const path = leadPath(apiPaths.leadRatingPublication, leadId)
      plan(businessMinutesAfter(now, random.between(60, 900)), () =>
        team.ask('dana', 'PUT', path, { version: 1 }),
      )
    },
  }
}
