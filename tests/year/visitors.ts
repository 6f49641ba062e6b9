import { builtInTowns as towns } from '#/content/area.ts'
import type { Command } from '#/server/referrals/commands.ts'
import type { Step } from '#/server/referrals/run.ts'
import { callDue, type Instant, stageOf } from '#/server/referrals/state.ts'
import { chanceOf } from './chance.ts'
import { day, hour, minute } from './clock.ts'
import { asked } from './contractors.ts'
import type { Simulation } from './simulation.ts'
import type { Kept, Person } from './world.ts'

const place = (town: string | null, isOutside = false) => ({
  place: { town, isOutside },
  said: { town, zip: null, address: null, isElsewhere: isOutside },
})

/** The person of a request: now and then one who has sent another before, with the same phone or email. */
function personOf(id: number, seed: number): { person: Person; earlier: number | undefined } {
  const chance = chanceOf(seed * 31 + id)
  const own: Person = { phone: `phone ${id}`, email: chance.is(0.85) ? `visitor ${id}` : null }
  const earlier =
    id > 1 && chance.is(0.08)
      ? id - 1 - Math.floor(chance.next() * Math.min(id - 1, 30))
      : undefined
  if (earlier === undefined) return { person: own, earlier }
  const { person } = personOf(earlier, seed)
  if (chance.is(0.4)) return { person, earlier }
  return {
    person: chance.is(0.5) ? { ...own, phone: person.phone } : { ...own, email: person.email },
    earlier,
  }
}

/** The requests that go by the same persons as this one, with itself. */
export function ofSamePerson(id: number, most: number, seed: number): Set<number> {
  const root = (of: number): number => {
    const { earlier } = personOf(of, seed)
    return earlier === undefined ? of : root(earlier)
  }
  const ids = Array.from({ length: most }, (_, index) => index + 1)
  return new Set(ids.filter((each) => root(each) === root(id)))
}

/** A request comes in. */
export async function sendRequest(simulation: Simulation, id: number): Promise<void> {
  const { world, seed } = simulation
  const { person, earlier } = personOf(id, seed)
  const chance = chanceOf(seed * 13 + id)
  const town = chance.is(0.1) ? null : chance.pick(towns)
  const first = earlier === undefined ? undefined : world.requests.get(earlier)?.state.lead.town
  const kept = world.add(
    {
      id,
      createdAt: world.at,
      service: chance.pick(asked),
      isOutside: town === null && chance.is(0.2),
      town: first !== undefined && town !== null && chance.is(0.75) ? first : town,
      cannotWait: chance.is(0.04),
      hasEmail: person.email !== null,
      isContacted: false,
      firstContactedAt: null,
    },
    person,
    seed,
  )
  const held = chance.is(0.04) ? { mayBeReal: chance.is(0.5) } : null
  await simulation.do(id, { do: 'stored', held, enteredBy: chance.is(0.1) ? 'owner' : null })
  planWhims(simulation, kept)
}

/** What a visitor thinks of by themselves, whatever happens. */
function planWhims(simulation: Simulation, kept: Kept): void {
  const { chance } = kept
  const { at } = simulation.world
  const maybe = (share: number, days: number, command: Command) => {
    if (chance.is(share))
      simulation.plan(at + chance.between(0, days) * day, () => simulation.do(kept.id, command))
  }
  maybe(0.08, chance.is(0.5) ? 0.2 : 12, { do: 'cancel' })
  maybe(0.04, 1, { do: 'say-urgency', cannotWait: true })
  maybe(0.02, 1, { do: 'say-urgency', cannotWait: false })
  maybe(0.05, 4, { do: 'say-place', ...place(chance.pick(towns)) })
  maybe(0.01, 2, { do: 'say-place', ...place(null, true) })
  maybe(0.01, 2, { do: 'say-place', ...place(null) })
  maybe(0.08, 5, { do: 'add', what: { kind: 'word-added', text: 'It drips.' } })
  maybe(0.05, 3, { do: 'add', what: { kind: 'photo-added' } })
  maybe(0.02, 3, { do: 'note', what: 'photo-removed', by: 'visitor' })
  maybe(0.05, 2, { do: 'add', what: { kind: 'call-time-said', text: 'At noon' } })
  maybe(0.01, 30, { do: 'still-need-help' })
  maybe(0.02, 8, { do: 'not-called' })
}

/** Visitors react to what happened to their request, and to what they are told. */
export function visitorsReact(simulation: Simulation, kept: Kept, { events, after }: Step): void {
  const { chance, id } = kept
  const later = (share: number, from: Instant, to: Instant, command: Command) => {
    if (!chance.is(share)) return
    simulation.plan(simulation.world.at + chance.between(from, to), () =>
      simulation.do(id, command),
    )
  }
  for (const event of events) {
    const { kind } = event
    if (kind === 'mail-left' && event.said === 'where') {
      later(0.75, minute, hour, {
        do: 'say-place',
        ...(chance.is(0.85) ? place(chance.pick(towns)) : place(null, true)),
      })
    } else if (kind === 'mail-left' && event.said === 'reported') {
      later(0.35, minute, 13 * day, chance.is(0.7) ? { do: 'still-need-help' } : { do: 'settled' })
    } else if (kind === 'mail-left' && event.said === 'how') {
      later(0.5, hour, 3 * day, { do: 'rate', stars: 1 + Math.floor(chance.next() * 5) })
    } else if (kind === 'cancelled') later(0.35, minute, 3 * day, { do: 'want-again' })
    else if (kind === 'done') later(0.08, hour, 16 * day, { do: 'still-need-help' })
    else if (kind === 'lost') later(0.06, hour, 5 * day, { do: 'still-need-help' })
    else if (kind === 'accepted' || kind === 'call-at') {
      const offer = after.offers.find((each) => each.id === event.offerId)
      const from = offer ? callDue(offer) - simulation.world.at : 0
      if (chance.is(0.3))
        simulation.plan(simulation.world.at + from + chance.between(0, 5) * hour, () =>
          complain(simulation, kept),
        )
    }
  }
}

/** Who was not called says so; who was says that, too. */
async function complain(simulation: Simulation, kept: Kept): Promise<void> {
  if (stageOf(kept.state) !== 'matched') return
  await simulation.do(kept.id, { do: kept.chance.is(0.8) ? 'not-called' : 'called' })
}
