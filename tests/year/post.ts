import type { DeliveryChannel } from '#/contracts/notifications/deliveries.ts'
import type { Command } from '#/server/referrals/commands.ts'
import type { QueuedMail } from '#/server/referrals/event-table.ts'
import type { Event } from '#/server/referrals/events.ts'
import type { Instant, Offer } from '#/server/referrals/state.ts'
import { day, hour, minute, newYear } from './clock.ts'
import { tell, untold } from './told.ts'
import type { Kept, World } from './world.ts'

/** What the mails need of the simulation. */
type Simulation = {
  world: World
  plan: (at: Instant, act: () => Promise<unknown>) => void
  do: (leadId: number, command: Command) => Promise<unknown>
  fail: (rule: string, leadId: number, sentence: string | undefined) => void
}

type Waiting = { mail: DeliveryChannel; offerId: number | null }

/** While the mail server is away no mail leaves: for two hours, for a day, for a weekend. */
const outages: [from: Instant, until: Instant][] = [
  [newYear + 12.4 * day, newYear + 12.5 * day],
  [newYear + 61.5 * day, newYear + 62.6 * day],
  [newYear + 200.7 * day, newYear + 203.3 * day],
]

/** The mailbox of this contractor takes nothing for a week, and refuses nothing. */
const stuck = { contractorId: 3, from: newYear + 20 * day, until: newYear + 27 * day }

/** The mails that wait, are written as they leave, fail and come back. */
export class Post {
  sent = 0
  private readonly waiting = new Map<number, Map<string, Waiting>>()

  private readonly simulation: Simulation

  constructor(simulation: Simulation) {
    this.simulation = simulation
  }

  queue(kept: Kept, event: Event): void {
    const { world } = this.simulation
    for (const each of world.parts.meaningOf(event, kept.state).mails) {
      if (each.mail !== 'everyone') this.queueOne(kept, { ...each, mail: each.mail })
    }
  }

  private queueOne(
    kept: Kept,
    { mail, offerId, soon }: QueuedMail & { mail: DeliveryChannel },
  ): void {
    const { world } = this.simulation
    if (offerId === null && !kept.state.lead.hasEmail) return
    const offer = kept.state.offers.find(({ id }) => id === offerId)
    const isAgain = mail === 'job' && offer?.told === 'gone' && offer.toldAt !== null
    const earliest = isAgain ? (offer?.toldAt ?? 0) + hour : 0
    const delay = soon ? minute : kept.chance.between(0, kept.chance.is(0.02) ? 5 * hour : minute)
    const all = this.waiting.get(kept.id) ?? new Map<string, Waiting>()
    this.waiting.set(kept.id, all)
    // One of a kind waits: it says what is so when it leaves.
    const waiting = { mail, offerId }
    all.set(`${mail} ${offerId}`, waiting)
    this.tryAt(Math.max(world.at + delay, earliest), kept, waiting)
  }

  private tryAt(at: Instant, kept: Kept, waiting: Waiting): void {
    this.simulation.plan(at, () => this.attempt(kept, waiting))
  }

  /** Until when nothing leaves to them; undefined where it does. */
  private awayUntil(offer: Offer | undefined): Instant | undefined {
    const { at } = this.simulation.world
    const outage = outages.find(([from, until]) => from <= at && at < until)
    if (outage) return outage[1]
    const isStuck = offer?.contractor.id === stuck.contractorId
    return isStuck && stuck.from <= at && at < stuck.until ? stuck.until : undefined
  }

  /** What a mail says, as the rules keep it; undefined where it is not so any more. */
  private say({ state }: Kept, { mail }: Waiting, offer: Offer | undefined) {
    const { parts } = this.simulation.world
    if (mail === 'follow-up') return parts.sayFollowUp(state) ? 'how' : undefined
    if (!offer) return parts.sayUpdate(state)?.key
    return mail === 'offer' ? parts.sayOffer(state, offer) : parts.sayJob(state, offer)
  }

  private async attempt(kept: Kept, waiting: Waiting): Promise<void> {
    const { world } = this.simulation
    const key = `${waiting.mail} ${waiting.offerId}`
    if (this.waiting.get(kept.id)?.get(key) !== waiting) return
    await world.load(kept.id)
    const offer = kept.state.offers.find(({ id }) => id === waiting.offerId)
    const away = this.awayUntil(offer)
    if (away !== undefined) return this.tryAt(away + kept.chance.between(0, minute), kept, waiting)
    this.waiting.get(kept.id)?.delete(key)
    const { mail, offerId } = waiting
    if (kept.chance.is(0.015)) {
      kept.unreached.add(offerId ?? 0)
      await this.simulation.do(kept.id, { do: 'mail-failed', mail, offerId })
    } else await this.leave(kept, waiting, offer)
    this.checkTold(kept)
  }

  private async leave(kept: Kept, { mail, offerId }: Waiting, offer: Offer | undefined) {
    const { simulation } = this
    const said = this.say(kept, { mail, offerId }, offer)
    if (said === undefined) return
    const words = said.split(' ')[0] ?? said
    simulation.fail('told', kept.id, tell(kept, { mail, said: words, offer }, simulation.world))
    this.sent += 1
    if (mail === 'update') simulation.world.noteMail(kept)
    const to = offer?.contractor.companyName ?? 'the visitor'
    await simulation.do(kept.id, { do: 'mail-left', mail, offerId, said, to })
    if (!kept.chance.is(0.015)) return
    // The owner finds it in their mailbox.
    const found = simulation.world.at + kept.chance.between(hour, 2 * day)
    const came = { do: 'came-back', to, mail, offerId, by: 'owner' } as const
    simulation.plan(found, () => simulation.do(kept.id, came))
  }

  /** Whoever no mail waits for knows what they have to know. */
  checkTold(kept: Kept): void {
    const all = this.waiting.get(kept.id)
    const waitsFor = (offerId: number) =>
      Boolean(all?.has(`job ${offerId}`) || all?.has(`offer ${offerId}`))
    this.simulation.fail('told', kept.id, untold(kept, waitsFor))
  }
}
