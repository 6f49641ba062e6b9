import { builtInTowns as towns } from '#/content/area.ts'
import { dayNames } from '#/contracts/days.ts'
import type { ContractorService } from '#/contracts/referrals/contractor-limits.ts'
import type { Step } from '#/server/referrals/run.ts'
import { callDue, type Instant, isUrgent, type Offer } from '#/server/referrals/state.ts'
import { localDay } from '#/server/time/local-day.ts'
import { chanceOf } from './chance.ts'
import { day, hour, hourOf, minute, newYear } from './clock.ts'
import type { Simulation } from './simulation.ts'
import type { Kept, Listed } from './world.ts'

const kinds = [
  ...(['quick', 'quick', 'quick', 'slow', 'slow', 'silent', 'hands back'] as const),
  ...(['late', 'reports', 'puts off', 'forgets', 'busy'] as const),
]

const services = [
  ...(['residential-hvac', 'commercial-hvac', 'ac-repair', 'hvac-inspections'] as const),
  ...(['energy-efficiency', 'duct-cleaning', 'heating-systems'] as const),
] satisfies ContractorService[]

/** The services that visitors ask for. */
export const asked = [...services, ...services, 'emergency-hvac', 'not-sure'] as const

/** Returns the contractors of a seed: of every kind, each with a few services and towns. */
export function listContractors(seed: number, count = 40): Listed[] {
  const chance = chanceOf(seed + 17)
  return Array.from({ length: count }, (_, index): Listed => {
    const lapses = chance.is(0.3) ? chance.between(20, 340) : 1000
    const first = Math.floor(chance.between(0, towns.length))
    return {
      id: index + 1,
      companyName: `Company ${index + 1}`,
      contactName: '',
      email: '',
      phone: '',
      licenseNumber: `${index}`,
      licenseExpiresOn: localDay(newYear + lapses * day),
      insuranceExpiresOn: '2030-01-01',
      services: services.filter(() => chance.is(0.6)),
      towns: towns.filter((_town, at) => (at - first + towns.length) % towns.length < 6),
      answersEmergencies: chance.is(0.4),
      mostOffersAWeek: chance.is(0.1) ? 5 : null,
      pausedUntil: null,
      mostOpenOffers: chance.is(0.2) ? 1 : 3,
      offerHours: chance.is(0.15)
        ? { days: dayNames.slice(0, 5), from: '08:00', until: '17:00' }
        : null,
      figuresSince: new Date(newYear - day),
      version: 1,
      createdAt: new Date(newYear - day),
      removedAt: null,
      kind: chance.pick(kinds),
    }
  })
}

const kindOf = (simulation: Simulation, offer: Offer) =>
  simulation.world.contractors.get(offer.contractor.id)?.kind ?? 'quick'

/** They answer in the day; an emergency at once. */
function answersAt({ state, chance }: Kept, kind: string, { at }: { at: Instant }): Instant {
  if (kind === 'late')
    return at + (isUrgent(state) ? chance.between(32, 60) * minute : chance.between(5, 30) * hour)
  const after = kind === 'slow' ? chance.between(0.5, 6) * hour : chance.between(1, 25) * minute
  const isNight = hourOf(at) < 7 || hourOf(at) > 21
  return at + after + (isNight && !isUrgent(state) ? 9 * hour : 0)
}

/** A contractor reads that they are asked. */
function answer(simulation: Simulation, kept: Kept, offer: Offer): void {
  const { chance } = kept
  const kind = kindOf(simulation, offer)
  if (kind === 'silent' && chance.is(0.9)) return
  const { id: offerId } = offer
  simulation.plan(answersAt(kept, kind, simulation.world), async () => {
    const now = simulation.world.at
    const callAt =
      now + (isUrgent(kept.state) ? chance.between(5, 50) * minute : chance.between(0.3, 20) * hour)
    const reason = chance.pick(['too-busy', 'too-far', 'not-our-work', 'other'] as const)
    const isYes = chance.is(kind === 'busy' ? 0.2 : 0.75)
    const command = isYes
      ? ({ do: 'accept', offerId, callAt } as const)
      : ({ do: 'decline', offerId, reason } as const)
    await simulation.do(kept.id, command)
    // Who taps twice.
    if (chance.is(0.03)) await simulation.do(kept.id, command)
  })
}

/** What a contractor does with a job that they have: by their kind, and by chance. */
function work(simulation: Simulation, kept: Kept, offer: Offer): void {
  const { chance } = kept
  const { id: offerId } = offer
  const kind = kindOf(simulation, offer)
  const now = simulation.world.at
  const plan = (at: Instant, command: Parameters<Simulation['do']>[1]) =>
    simulation.plan(at, () => simulation.do(kept.id, command))
  const callAt = Math.max(now, callDue(offer))
  const reason = 'unreachable' as const
  if (kind === 'hands back' && chance.is(0.5)) {
    plan(now + chance.between(0.1, 30) * hour, {
      do: 'hand-back',
      offerId,
      reason: 'too-busy',
    })
    return
  }
  if (kind === 'puts off' && chance.is(0.7) && offer.callMoves < 4) {
    const next = callAt + chance.between(1, 30) * hour
    plan(callAt - chance.between(-1, 1) * hour, { do: 'call-at', offerId, callAt: next })
    return
  }
  if (kind === 'forgets' && chance.is(0.6)) return
  const spokenAt = callAt + chance.between(-0.5, chance.is(0.1) ? 30 : 0.8) * hour
  plan(spokenAt, { do: chance.is(0.85) ? 'spoken' : 'on-the-way', offerId })
  if (chance.is(0.1)) plan(spokenAt + 2 * hour, { do: 'on-the-way', offerId })
  const endsAt = spokenAt + chance.between(0.1, 20) * day
  if (kind === 'reports' && chance.is(0.5))
    plan(endsAt, { do: 'nothing-came-of-it', offerId, reason })
  else if (chance.is(0.75)) plan(endsAt, { do: 'done', offerId, valueCents: 45_000 })
  else if (chance.is(0.3)) plan(endsAt, { do: 'nothing-came-of-it', offerId, reason })
  else if (chance.is(0.2)) plan(endsAt, { do: 'hand-back', offerId, reason: 'other' })
}

/** Contractors react to what happened to a request. */
export function contractorsReact(
  simulation: Simulation,
  kept: Kept,
  { events, after }: Step,
): void {
  const offerOf = (id: number | null) => after.offers.find((offer) => offer.id === id)
  for (const event of events) {
    const offer = 'offerId' in event ? offerOf(event.offerId) : undefined
    if (!offer) continue
    const { kind } = event
    if (kind === 'mail-left' && event.expiresAt !== null) answer(simulation, kept, offer)
    if (kind === 'accepted' || kind === 'call-at' || kind === 'wanted-again')
      work(simulation, kept, offer)
    if (kind === 'call-reminded' && kept.chance.is(0.4)) {
      const at = simulation.world.at + kept.chance.between(1, 90) * minute
      simulation.plan(at, () => simulation.do(kept.id, { do: 'spoken', offerId: offer.id }))
    }
    if (kind === 'asked-for-news' && kept.chance.is(0.6)) {
      const at = simulation.world.at + kept.chance.between(0, 16) * day
      const does = kept.chance.is(0.6) ? 'done' : 'spoken'
      simulation.plan(at, () =>
        simulation.do(kept.id, { do: does, offerId: offer.id, valueCents: null }),
      )
    }
  }
}

/** The list has changed: what they have is looked at, and who waits for somebody. */
async function followList(simulation: Simulation, contractorId: number): Promise<void> {
  const { world } = simulation
  for (const id of [...simulation.open]) {
    const { offers, retryAt } = world.kept(id).state
    const isTheirs = offers.some(
      ({ contractor, state }) =>
        contractor.id === contractorId && (state === 'open' || state === 'accepted'),
    )
    if (isTheirs || retryAt !== null) await simulation.do(id, { do: 'tick' })
  }
}

/** Each hour papers may have lapsed; each day some contractors are paused, removed and added again. */
export async function changeList(simulation: Simulation): Promise<void> {
  const { world, chance } = simulation
  const isMorning = Math.floor(hourOf(world.at)) === 8
  for (const row of world.contractors.values()) {
    const bar = world.contractor(row.id).bar ?? null
    const before = barBefore.get(row) ?? null
    barBefore.set(row, bar)
    let isChanged = bar !== before
    if (isMorning && bar === 'lapsed' && chance.is(0.05)) {
      row.licenseExpiresOn = localDay(world.at + 400 * day)
      isChanged = true
    } else if (isMorning && row.removedAt && chance.is(0.05)) {
      row.removedAt = null
      row.figuresSince = new Date(world.at)
      isChanged = true
    } else if (isMorning && !row.removedAt && chance.is(0.002)) {
      row.removedAt = new Date(world.at)
      isChanged = true
    } else if (isMorning && chance.is(0.004)) {
      row.pausedUntil = localDay(world.at + chance.between(1, 20) * day)
    } else if (row.pausedUntil !== null && row.pausedUntil <= world.today) {
      row.pausedUntil = null
      isChanged = true
    }
    if (isChanged) {
      barBefore.set(row, world.contractor(row.id).bar ?? null)
      await followList(simulation, row.id)
    }
  }
}

const barBefore = new WeakMap<Listed, string | null>()
