import type { Command } from '#/server/referrals/commands.ts'
import { decide } from '#/server/referrals/decide.ts'
import { dueAt } from '#/server/referrals/derive.ts'
import { meaningOf, passedNews } from '#/server/referrals/event-table.ts'
import type { Event, EventKind } from '#/server/referrals/events.ts'
import { beginning, evolve } from '#/server/referrals/evolve.ts'
import { type Ground, type Loaded, type Outcome, run, type Step } from '#/server/referrals/run.ts'
import { sayFollowUp, sayJob, sayOffer, sayUpdate } from '#/server/referrals/say.ts'
import {
  type Contractor,
  doesWork,
  type Instant,
  isUrgent,
  type Lead,
  type Offer,
  type Rules,
  type State,
} from '#/server/referrals/state.ts'
import {
  type AnswerRecord,
  type Candidate,
  compareCandidates,
  fitsFrom,
  obstaclesTo,
} from '#/server/referrals/store/ranking-rules.ts'
import { toContractor } from '#/server/referrals/store/read-request.ts'
import { takesAlong } from '#/server/referrals/two-requests.ts'
import { localDay } from '#/server/time/local-day.ts'
import { type Chance, chanceOf } from './chance.ts'
import { builtInRules, day } from './clock.ts'

/** What decides: the product's own, or one that is wrong on purpose. */
export const ownParts = {
  decide,
  meaningOf,
  passedNews,
  obstaclesTo,
  compareCandidates,
  takesAlong,
  sayOffer,
  sayJob,
  sayUpdate,
  sayFollowUp,
}
export type Parts = typeof ownParts

/** Who sent a request. */
export type Person = { phone: string; email: string | null }

/** A request as it is kept, and what the checks remember of it by themselves. */
export type Kept = {
  id: number
  state: State
  /** What the events alone give. */
  folded: State
  events: Event[]
  commands: { at: Instant; command: Command; refused?: string }[]
  dueAt: Instant | null
  /** When that was found. */
  dueSince: Instant
  person: Person
  chance: Chance
  /** Since when an answer is owed to its visitor, and whether the owner was told that it is late. */
  owed: { since: Instant; isTold: boolean } | null
  /** What each offer has cost: what is charged and not taken back. */
  fees: Map<number, { accepted: number; done: number }>
  news: { kind: EventKind; offerId: number | null; at: Instant }[]
  /** What was said to whom, as keys. */
  said: string[]
  /** Addresses that no mail reached: to the visitor as 0, to offers by their numbers. */
  unreached: Set<number>
}

/** A contractor of the list. */
export type Listed = Omit<Candidate, 'record' | 'ofThisLead'> & { kind: string }

/** A contractor as they were read, and from what: to find it anew at each step takes long. */
type Read = { today: string; expiresOn: string; removedAt: Date | null; contractor: Contractor }
const read = new WeakMap<Listed, Read>()

/** Requests and contractors in memory, with a clock that only moves when it is told to. */
export class World implements Ground {
  at: Instant
  offersByItself = true
  readonly requests = new Map<number, Kept>()
  readonly contractors = new Map<number, Listed>()
  /** What the last command has changed, in order. */
  steps: Step[] = []
  readonly parts: Parts
  readonly decide: Parts['decide']
  private readonly offers = new Map<number, Offer>()
  private readonly offersTo = new Map<number, number[]>()
  private readonly byPerson = new Map<string, number[]>()
  private readonly mailedToday = new Map<string, number>()
  /** The requests that go with each. */
  private readonly laterOf = new Map<number, Set<number>>()
  private lastOffer = 0
  private known = { at: -1, today: '' }

  constructor(at: Instant, parts: Parts) {
    this.at = at
    this.parts = parts
    this.decide = parts.decide
  }

  get today(): string {
    const at = Math.floor(this.at / 900_000)
    if (this.known.at !== at) this.known = { at, today: localDay(this.at) }
    return this.known.today
  }

  add(lead: Lead, person: Person, seed: number): Kept {
    const state = beginning(lead)
    const kept: Kept = {
      id: lead.id,
      state,
      folded: state,
      events: [],
      commands: [],
      dueAt: null,
      dueSince: 0,
      person,
      chance: chanceOf(seed * 7919 + lead.id),
      owed: null,
      fees: new Map(),
      news: [],
      said: [],
      unreached: new Set<number>(),
    }
    this.requests.set(lead.id, kept)
    for (const key of [person.phone, person.email]) {
      if (key) this.byPerson.set(key, [...(this.byPerson.get(key) ?? []), lead.id])
    }
    return kept
  }

  kept(id: number): Kept {
    const kept = this.requests.get(id)
    if (!kept) throw new Error(`There is no request ${id}.`)
    return kept
  }

  contractor(id: number): Contractor {
    const row = this.contractors.get(id) as Listed
    const { today } = this
    const { licenseExpiresOn: expiresOn, removedAt } = row
    const last = read.get(row)
    const isSame = last?.expiresOn === expiresOn && last.removedAt === removedAt
    if (last && isSame && last.today === today) return last.contractor
    const contractor = toContractor(row, this.at)
    read.set(row, { today, expiresOn, removedAt, contractor })
    return contractor
  }

  /** Carries a command out. What it changed is in `steps`. */
  async do(leadId: number, command: Command): Promise<Outcome | undefined> {
    this.at += 1
    this.steps = []
    const outcome = await run(this, leadId, command)
    const refused = outcome && 'refused' in outcome ? { refused: outcome.refused } : {}
    this.kept(leadId).commands.push({ at: this.at, command, ...refused })
    return outcome
  }

  async load(leadId: number): Promise<Loaded | undefined> {
    const kept = this.requests.get(leadId)
    if (!kept) return undefined
    const offers = kept.state.offers.map((offer) => {
      const contractor = this.contractor(offer.contractor.id)
      return contractor === offer.contractor ? offer : { ...offer, contractor }
    })
    kept.state = { ...kept.state, offers }
    return { state: kept.state, now: this.at, rules: this.rules(kept.state) }
  }

  private rules({ lead }: State): Rules {
    return { ...builtInRules, offersByItself: this.offersByItself, mailsVisitor: this.mails(lead) }
  }

  /** Nine mails a day are the most to an address. */
  private mails({ id }: Lead): boolean {
    const { email } = this.kept(id).person
    return email !== null && (this.mailedToday.get(`${email} ${this.today}`) ?? 0) < 9
  }

  noteMail({ person: { email } }: Kept): void {
    const key = `${email} ${this.today}`
    this.mailedToday.set(key, (this.mailedToday.get(key) ?? 0) + 1)
  }

  async findEarlier(leadId: number) {
    const { person, state } = this.kept(leadId)
    const { phone, email } = person
    const { lead } = state
    const ids = [phone, email].flatMap((key) => (key && this.byPerson.get(key)) || [])
    const roots = ids
      .filter((id) => id < lead.id)
      .map((id) => this.kept(id).state.joinedTo ?? id)
      .filter((id) => id !== lead.id && this.parts.takesAlong(this.kept(id).state, lead))
    return roots.length > 0 ? Math.min(...roots) : null
  }

  async findLater(leadId: number): Promise<number[]> {
    return [...(this.laterOf.get(leadId) ?? [])].sort((a, b) => a - b)
  }

  async nextOfferId(): Promise<number> {
    this.lastOffer += 1
    return this.lastOffer
  }

  async save(step: Step): Promise<void> {
    const { after, events } = step
    const kept = this.kept(after.lead.id)
    kept.state = after
    for (const offer of after.offers) {
      if (!this.offers.has(offer.id)) {
        const { id } = offer.contractor
        const all = this.offersTo.get(id) ?? []
        all.push(offer.id)
        this.offersTo.set(id, all)
      }
      this.offers.set(offer.id, offer)
    }
    for (const event of events) {
      // As the database gives them back.
      const stored = JSON.parse(JSON.stringify(event)) as Event
      kept.events.push(stored)
      kept.folded = evolve(kept.folded, stored)
    }
    const { joinedTo } = step.before
    if (joinedTo !== null) this.laterOf.get(joinedTo)?.delete(kept.id)
    if (after.joinedTo !== null) {
      const later = this.laterOf.get(after.joinedTo) ?? new Set()
      this.laterOf.set(after.joinedTo, later.add(kept.id))
    }
    const due = dueAt(after, this.rules(after))
    if (due !== kept.dueAt) kept.dueSince = this.at
    kept.dueAt = due
    this.steps.push(step)
  }

  /** Whether a contractor does the work of a request, whatever stands in the way today. */
  private candidates(state: State): Candidate[] {
    const doing = [...this.contractors.values()].filter(
      (row) => row.removedAt === null && doesWork(this.contractor(row.id), state.lead),
    )
    return doing
      .map((row) => {
        const ofThisLead = state.offers.filter(({ contractor }) => contractor.id === row.id)
        return { ...row, record: this.recordOf(row), ofThisLead }
      })
      .sort(this.parts.compareCandidates)
  }

  /** How an offer keeps away whoever does the work: the ranking, as the database would ask it. */
  async choose(state: State, most: number) {
    const asking = { now: this.at, isUrgent: isUrgent(state) }
    const judged = this.candidates(state).map((row) => ({
      row,
      obstacles: this.parts.obstaclesTo(row, asking),
    }))
    const fitting = judged.filter(({ obstacles }) => obstacles.length === 0)
    const later = judged.flatMap(({ obstacles }) => fitsFrom(obstacles) ?? [])
    const chosen = fitting.slice(0, most).map(({ row }) => this.contractor(row.id))
    return { chosen, retryAt: later.length > 0 ? Math.min(...later) : null }
  }

  /** How a contractor has answered in 90 days: as the ranking reads it from the tables. */
  private recordOf({ id, figuresSince }: Listed): AnswerRecord {
    const since = Math.max(this.at - 90 * day, figuresSince.getTime())
    const ids = this.offersTo.get(id) ?? []
    // What is older counts never again.
    while (ids[0] !== undefined && (this.offers.get(ids[0])?.offeredAt ?? 0) < since) ids.shift()
    const all = ids.map((each) => this.offers.get(each) as Offer)
    const recent = all.filter(({ state }) => state !== 'undelivered')
    const isOver = ({ state, mailedAt, expiresAt }: Offer) =>
      state === 'expired' || (state === 'open' && mailedAt !== null && expiresAt <= this.at)
    const theirs = recent.filter(
      ({ answeredAt, state }) =>
        answeredAt !== null || (state !== 'withdrawn' && state !== 'taken'),
    )
    const open = recent.filter((offer) => offer.state === 'open' && !isOver(offer))
    const latest = (of: Offer[]) =>
      of.length > 0 ? Math.max(...of.map(({ offeredAt }) => offeredAt)) : null
    return {
      ended: recent.filter((offer) => offer.answeredAt !== null || isOver(offer)).length,
      answered: recent.filter(({ answeredAt }) => answeredAt !== null).length,
      lastOfferedAt: latest(recent),
      waitsSince: latest(theirs),
      offeredThisWeek: theirs.filter(({ offeredAt }) => offeredAt > this.at - 7 * day).length,
      unanswered: open.length,
      firstOpenEndsAt: open.length > 0 ? Math.min(...open.map(({ expiresAt }) => expiresAt)) : null,
      medianMinutes: null,
    }
  }
}
