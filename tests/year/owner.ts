import { builtInTowns as towns } from '#/content/area.ts'
import type { Command } from '#/server/referrals/commands.ts'
import { derive } from '#/server/referrals/derive.ts'
import { accepted, isWaiting, openOffers, stageOf } from '#/server/referrals/state.ts'
import { chanceOf } from './chance.ts'
import { builtInRules, day, hour, hourOf, newYear, weekdayOf } from './clock.ts'
import { asked } from './contractors.ts'
import type { Simulation } from './simulation.ts'
import type { Kept } from './world.ts'

const by = 'owner'

/** The owner is in the office from nine to five, and ill for a week in the spring. */
export function isInOffice(at: number): boolean {
  const isIll = at > newYear + 100 * day && at < newYear + 107 * day
  const weekday = weekdayOf(at)
  return !isIll && weekday > 0 && weekday < 6 && hourOf(at) >= 9 && hourOf(at) < 17
}

/** An offer by hand, or what was agreed by phone, to who may be anybody. */
async function byHand(
  simulation: Simulation,
  { chance }: Kept,
  isAgreed: boolean,
): Promise<Command> {
  const { world } = simulation
  const contractor = world.contractor(1 + Math.floor(chance.next() * world.contractors.size))
  const offerId = await world.nextOfferId()
  const callAt = world.at + chance.between(0.5, 30) * hour
  return isAgreed
    ? { do: 'agree', offerId, contractor, callAt, by }
    : { do: 'offer', offerId, contractor, by }
}

/** What the owner does about a request that waits for them. */
async function seeTo(simulation: Simulation, kept: Kept): Promise<Command | undefined> {
  const { state, chance } = kept
  const stage = stageOf(state)
  const holder = accepted(state)
  if (stage === 'held') return chance.is(0.1) ? { do: 'release', by } : undefined
  if (holder) {
    const { id: offerId } = holder
    if (chance.is(0.3)) return { do: 'spoken', offerId, by }
    if (chance.is(0.3)) return { do: 'withdraw', offerId, by }
    const until = simulation.world.at + day
    return chance.is(0.1) ? { do: 'snooze', until, reason: 'Away', by } : undefined
  }
  if (state.lead.town === null && chance.is(0.4)) {
    const place = { town: chance.pick(towns), isOutside: false }
    return { do: 'correct', fields: ['address'], place, by }
  }
  const roll = chance.next()
  if (roll < 0.4) return byHand(simulation, kept, false)
  if (roll < 0.5) return byHand(simulation, kept, true)
  if (roll < 0.6) return { do: 'mark', isContacted: true, undoes: false, by }
  const until = simulation.world.at + chance.between(1, 200) * hour
  if (roll < 0.7) return { do: 'snooze', until, reason: 'Away', by }
  if (roll < 0.77) return { do: 'close', as: 'lost', reason: 'unreachable', by }
  return roll < 0.8 ? { do: 'close', as: 'done', reason: null, by } : undefined
}

/** What the owner happens to do with any request. */
async function meddle(simulation: Simulation, kept: Kept): Promise<Command> {
  const { state, chance } = kept
  const { at, requests } = simulation.world
  const offerId = (accepted(state) ?? openOffers(state)[0])?.id ?? 0
  const town = chance.pick(towns)
  const other = chance.pick([...requests.keys()].slice(-40))
  const commands: Command[] = [
    { do: 'correct', fields: ['name', 'phone'], by },
    { do: 'correct', fields: ['service'], service: chance.pick(asked), by },
    { do: 'correct', fields: ['address'], place: { town, isOutside: false }, by },
    { do: 'correct', fields: ['email'], hasEmail: chance.is(0.7), by },
    { do: 'correct', fields: ['cannotWait'], cannotWait: chance.is(0.5), by },
    { do: 'withdraw', offerId, by },
    { do: 'spoken', offerId, by },
    { do: 'close', as: 'lost', reason: chance.pick(['duplicate', 'unreachable'] as const), by },
    { do: 'close', as: 'done', reason: null, by },
    { do: 'reopen', to: 'open', by },
    { do: 'reopen', to: 'matched', by },
    { do: 'snooze', until: at + chance.between(1, 90) * hour, reason: 'Later', by },
    { do: 'end-snooze', by },
    { do: 'hold', by },
    { do: 'release', by },
    { do: 'join', earlier: Math.min(other, kept.id), by },
    { do: 'part', by },
    { do: 'mark', isContacted: chance.is(0.6), undoes: chance.is(0.5), by },
    { do: 'note', what: 'noted', by },
    await byHand(simulation, kept, chance.is(0.3)),
  ]
  return chance.pick(commands)
}

/** The owner looks through the list, and at a few requests besides. */
export async function workInOffice(simulation: Simulation): Promise<void> {
  const { world, open } = simulation
  if (!isInOffice(world.at)) return
  const waiting = [...open].filter((id) => {
    const { state } = world.kept(id)
    const stage = stageOf(state)
    const mayWait = stage === 'held' || isWaiting(stage) || stage === 'matched'
    return mayWait && derive(state, builtInRules).waitsFor === 'us'
  })
  for (const id of waiting.slice(0, 12)) {
    const command = await seeTo(simulation, world.kept(id))
    if (command) await simulation.do(id, command)
  }
  const hourNow = Math.floor((world.at - newYear) / hour)
  const recent = [...world.requests.keys()].slice(-300)
  for (const id of recent) {
    // By chance of its own for each request, so that fewer requests change nothing for the others.
    if (chanceOf(simulation.seed + id * 401 + hourNow * 11).is(0.002)) {
      const kept = world.kept(id)
      const command = await meddle(simulation, kept)
      await simulation.do(id, command)
      if (command.do === 'mark' && kept.chance.is(0.5)) {
        await simulation.do(id, { ...command, isContacted: !command.isContacted, undoes: true })
      }
    }
  }
}
