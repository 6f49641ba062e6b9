import type { Command } from '#/server/referrals/commands.ts'
import type { Outcome, Step } from '#/server/referrals/run.ts'
import type { Instant } from '#/server/referrals/state.ts'
import { type Chance, chanceOf } from './chance.ts'
import { checks, isInTime, note } from './checks.ts'
import { newYear } from './clock.ts'
import { Post } from './post.ts'
import { tellOwner } from './told.ts'
import { type Kept, ownParts, type Parts, World } from './world.ts'

/** A rule is broken: which, of which request, and what is wrong. */
export class Broken extends Error {
  readonly rule: string
  readonly leadId: number
  constructor(rule: string, leadId: number, sentence: string) {
    super(sentence)
    this.rule = rule
    this.leadId = leadId
  }
}

/** What somebody will do at a time. */
type Act = () => Promise<unknown>

/** How finely time passes. */
const slot = 15_000

/** What people do when something has happened to a request. */
export type React = (kept: Kept, step: Step) => void

/** A world in which time passes, and every step is checked. */
export class Simulation {
  readonly seed: number
  readonly world: World
  readonly chance: Chance
  readonly post: Post
  readonly open = new Set<number>()
  react: React = () => undefined
  steps = 0
  rulesChecked = 0
  private readonly agenda = new Map<number, Act[]>()

  constructor(seed: number, parts: Partial<Parts> = {}) {
    this.seed = seed
    this.world = new World(newYear, { ...ownParts, ...parts })
    this.chance = chanceOf(seed)
    this.post = new Post(this)
  }

  /** Has something done at a time, or as soon as time goes on. */
  plan(at: Instant, act: Act): void {
    const key = Math.max(Math.ceil(at / slot), Math.floor(this.world.at / slot) + 1)
    const acts = this.agenda.get(key)
    if (acts) acts.push(act)
    else this.agenda.set(key, [act])
  }

  /** Lets time pass until an instant. */
  async passUntil(end: Instant): Promise<void> {
    for (let key = Math.floor(this.world.at / slot); key * slot < end; key += 1) {
      const acts = this.agenda.get(key)
      if (!acts) continue
      this.agenda.delete(key)
      this.world.at = Math.max(this.world.at, key * slot)
      for (const act of acts) await act()
    }
  }

  fail(rule: string, leadId: number, sentence: string | undefined): void {
    this.rulesChecked += 1
    if (sentence !== undefined) throw new Broken(rule, leadId, sentence)
  }

  /** Somebody gives a command. Everything that it changes is checked, and people react. */
  async do(leadId: number, command: Command): Promise<Outcome | undefined> {
    const { world } = this
    this.checkTime(world.kept(leadId))
    const outcome = await world.do(leadId, command)
    this.steps += 1
    const { steps } = world
    for (const step of steps) this.follow(step)
    const touched = new Set(steps.map(({ after }) => after.lead.id))
    for (const id of [...touched]) {
      const { joinedTo } = world.kept(id).state
      if (joinedTo !== null) touched.add(joinedTo)
      for (const later of await world.findLater(id)) touched.add(later)
    }
    for (const id of touched) this.check(world.kept(id))
    for (const step of steps) this.react(world.kept(step.after.lead.id), step)
    return outcome
  }

  private checkTime(kept: Kept): void {
    this.fail('isInTime', kept.id, isInTime(kept, this.world))
  }

  check(kept: Kept): void {
    for (const [rule, check] of Object.entries(checks)) {
      this.fail(rule, kept.id, check(kept, this.world))
    }
  }

  /** All that is open, once a week: also what nobody touches. */
  checkAll(): void {
    for (const id of this.open) {
      const kept = this.world.kept(id)
      this.checkTime(kept)
      this.check(kept)
      this.post.checkTold(kept)
    }
  }

  private follow({ before, after, events }: Step): void {
    const kept = this.world.kept(after.lead.id)
    const passed = this.world.parts.passedNews(before, after)
    kept.news = kept.news.filter(({ kind }) => !passed.includes(kind))
    if (after.end) this.open.delete(kept.id)
    else this.open.add(kept.id)
    for (const event of events) {
      this.fail('note', kept.id, note(kept, event, this.world))
      this.fail('told', kept.id, tellOwner(kept, event, this.world))
      this.post.queue(kept, event)
    }
    this.planTick(kept)
  }

  private planTick(kept: Kept): void {
    const { dueAt } = kept
    if (dueAt === null) return
    this.plan(dueAt, async () => {
      if (kept.dueAt !== dueAt || dueAt > this.world.at) return
      await this.do(kept.id, { do: 'tick' })
      const isStill = kept.dueAt === dueAt
      this.fail('tick', kept.id, isStill ? 'time has passed, and it is due as before' : undefined)
    })
  }
}
