import type { Stage, WaitsFor } from '#/contracts/leads/lead-stage.ts'
import type {
  Bar,
  DeclineReason,
  HandBackReason,
  OfferState,
} from '#/contracts/referrals/offer-states.ts'
import type {
  Changed,
  End,
  Ours,
  Snooze,
  ToldContractor,
} from '#/contracts/referrals/request-facts.ts'
import { unsureServiceId, urgentServiceId } from '#/contracts/site/services.ts'
import type { Happened } from './events.ts'

/** A point in time, in milliseconds since 1970. */
export type Instant = number

/** What the rules need to know of a contractor. Read anew each time, and stored with the contractor. */
export type Contractor = {
  id: number
  companyName: string
  /** What keeps them from offers today; undefined for one who may get some. */
  bar: Bar | undefined
  services: readonly string[]
  towns: readonly string[]
  answersEmergencies: boolean
}

/** One offer of a request to one contractor. */
export type Offer = {
  id: number
  contractor: Contractor
  state: OfferState
  /** The user who offered it; null where the server did. */
  by: string | null
  offeredAt: Instant
  /** When its mail left. The time to answer starts then. */
  mailedAt: Instant | null
  expiresAt: Instant
  /** When the contractor said yes or no. */
  answeredAt: Instant | null
  declineReason: DeclineReason | null
  handBackReason: HandBackReason | null
  /** When it stopped being its contractor's. */
  endedAt: Instant | null
  /** Since when they have it. */
  heldSince: Instant | null
  /** They said yes after its time was over, and after another one had it. */
  saidYesLate: boolean
  /** The call that was promised last: when it is, how often it was put off, and what became of it. */
  callAt: Instant | null
  callMoves: number
  remindedAt: Instant | null
  missedAt: Instant | null
  spokenAt: Instant | null
  onTheWayAt: Instant | null
  /** The last news of the job, and when its contractor was asked for some. */
  newsAt: Instant | null
  askedForNewsAt: Instant | null
  /** What has changed since a mail told them of it, and when it did last. */
  changed: readonly Changed[]
  /** What the last mail told them, as things stood when it was written. */
  told: ToldContractor | null
  toldAt: Instant | null
}

/** What the rules need to know of the lead itself. */
export type Lead = {
  id: number
  createdAt: Instant
  service: string
  town: string | null
  /** The work is in none of the towns. */
  isOutside: boolean
  cannotWait: boolean
  hasEmail: boolean
  isContacted: boolean
  firstContactedAt: Instant | null
}

/** A request and its offers: all that decides what may happen to it. Plain data. */
export type State = {
  lead: Lead
  /** It looks like spam, and waits for the owner apart from all others. */
  isHeld: boolean
  end: End | null
  /** The earlier request of the same person with which it goes. */
  joinedTo: number | null
  /** The owner said that it goes with no other. */
  isParted: boolean
  /** The server asks one contractor after another. */
  isAutomatic: boolean
  ours: Ours | null
  /** Somebody fits, but nobody before this. */
  retryAt: Instant | null
  placeAskedAt: Instant | null
  /** Since when its visitor waits for the answer that was promised; null once they have one. */
  promisedSince: Instant | null
  /** The owner was told that this promise is overdue. */
  isOverdue: boolean
  snooze: Snooze | null
  /** Who said last that it cannot wait, or can. */
  urgencyBy: 'visitor' | 'user' | null
  /** How often its visitor said that they still need help. */
  reopenings: number
  /** When its visitor was asked how it went. */
  askedHowAt: Instant | null
  isRated: boolean
  /** What a mail told its visitor last. */
  told: string | null
  /** Oldest first. */
  offers: readonly Offer[]
}

/** Minutes of opening hours, or by the clock in an emergency. */
export type Limit = { usual: number; emergency: number }

/** What the owner has set, and how time is counted. */
export type Rules = {
  /** The server offers new requests by itself. */
  offersByItself: boolean
  /** Mails to visitors are on, and this one may have another today. */
  mailsVisitor: boolean
  /** The visitor may be mailed the question for the town: anybody can type any address. */
  asksForTown: boolean
  answerWithin: Limit
  askedInEmergency: number
  callReminder: Limit
  callMissed: Limit
  promise: Limit
  placeAnswerMinutes: number
  /** The first instant with N minutes of opening hours between another and itself. */
  openMinutesAfter: (from: Instant, minutes: number) => Instant
}

const minuteMs = 60_000
export const dayMs = 86_400_000

/** A visitor can say N times that they still need help. */
export const mostReopenings = 5

/** A job without news for N days is asked about; and is the owner's after N more. */
const quietDays = 14

/** A mail that has not left after N days never will. */
export const mailDays = 5

/** Its visitor is asked how it went N days after the call, or after the work was done; never later than the last. */
const howDays = { matched: 5, done: 1, latest: 14 }

/** It runs by the clock of emergencies. */
export const isUrgent = ({ lead }: Pick<State, 'lead'>): boolean =>
  lead.cannotWait || lead.service === urgentServiceId

/** When a time is over that began at an instant. */
export function after(from: Instant, limit: Limit, state: Pick<State, 'lead'>, rules: Rules) {
  if (isUrgent(state)) return from + limit.emergency * minuteMs
  return rules.openMinutesAfter(from, limit.usual)
}

/** The offer of the contractor who has the request. */
export const accepted = ({ offers }: Pick<State, 'offers'>): Offer | undefined =>
  offers.find(({ state }) => state === 'accepted')

/** The offers that wait for an answer. */
export const openOffers = ({ offers }: Pick<State, 'offers'>): Offer[] =>
  offers.filter(({ state }) => state === 'open')

/** True for a contractor who does this work where it is, as far as that is known. */
export function doesWork(contractor: Contractor, { service, town, isOutside }: Lead): boolean {
  const isTheirs =
    service === urgentServiceId
      ? contractor.answersEmergencies
      : service === unsureServiceId || contractor.services.includes(service)
  return isTheirs && !isOutside && (town === null || contractor.towns.includes(town))
}

/** How far a request has come. */
export function stageOf(state: State): Stage {
  if (state.isHeld) return 'held'
  if (state.end) return state.end.as
  if (state.joinedTo !== null) return 'joined'
  if (accepted(state)) return 'matched'
  if (openOffers(state).length > 0) return 'asked'
  return state.ours ? 'ours' : 'new'
}

/** True for the stages in which no contractor has said yes, and nothing is over. */
export const isWaiting = (stage: Stage): boolean =>
  stage === 'new' || stage === 'asked' || stage === 'ours'

/** True where its visitor is asked for the town, so that the server can go on, and has not said it. */
const waitsForTown = ({ lead, isAutomatic, placeAskedAt }: State) =>
  isAutomatic && placeAskedAt !== null && lead.town === null && !lead.isOutside

/** Who has to do something next, whatever is out of sight. */
function waitsForAtAll(state: State): Exclude<WaitsFor, 'later'> {
  const stage = stageOf(state)
  if (stage === 'held' || stage === 'ours') return 'us'
  if (stage === 'new') return waitsForTown(state) ? 'visitor' : 'us'
  if (stage === 'asked') return 'contractor'
  if (stage === 'matched') return accepted(state)?.missedAt ? 'us' : 'contractor'
  // Who waits for a joined request is who waits for the one that it goes with.
  return stage === 'joined' ? 'contractor' : 'nobody'
}

/** Who has to do something next: nobody before a day, for what the owner has put off until then. */
export function waitsForOf(state: State): WaitsFor {
  const atAll = waitsForAtAll(state)
  return atAll === 'us' && state.snooze !== null && !isUrgent(state) ? 'later' : atAll
}

/** When a contractor is to call: at the time that they have said, else since it is theirs. */
export const callDue = ({ callAt, heldSince, offeredAt }: Offer): Instant =>
  callAt ?? heldSince ?? offeredAt

/** When its visitor can be asked how it went; null where they cannot be. */
function howAt(state: State): Instant | null {
  const { end, isRated, isHeld, lead } = state
  const offer = accepted(state)
  if (!offer || isRated || isHeld || !lead.hasEmail) return null
  if (end) return end.at + howDays.done * dayMs
  return Math.max(offer.answeredAt ?? 0, offer.callAt ?? 0) + howDays.matched * dayMs
}

/** True where it is too late to ask how it went. */
export const isTooLateToAskHow = (state: State, now: Instant): boolean =>
  (howAt(state) ?? now) + (howDays.latest - howDays.done) * dayMs <= now

/** When time alone changes something, and what happens then: nothing where the server is to look again. */
type Deadline = { at: Instant; happens?: Happened }

/** The time to answer, which begins when its mail leaves. */
const ofOpenOffer = ({ id: offerId, mailedAt, offeredAt, expiresAt }: Offer): Deadline =>
  mailedAt === null
    ? { at: offeredAt + mailDays * dayMs, happens: { kind: 'undelivered', offerId } }
    : { at: expiresAt, happens: { kind: 'expired', offerId } }

/** The call that was promised, and later the job, of which nothing is heard. */
function ofJob(state: State, offer: Offer, rules: Rules): Deadline {
  const { id: offerId, remindedAt, spokenAt, newsAt, askedForNewsAt } = offer
  const lastAt = askedForNewsAt ?? newsAt ?? spokenAt
  if (lastAt !== null) {
    const kind = askedForNewsAt === null ? 'asked-for-news' : 'quiet'
    return { at: lastAt + quietDays * dayMs, happens: { kind, offerId } }
  }
  const late = (limit: Limit) => after(callDue(offer), limit, state, rules)
  if (remindedAt === null)
    return { at: late(rules.callReminder), happens: { kind: 'call-reminded', offerId } }
  const missed = { kind: 'call-missed', offerId, isSaidByVisitor: false } as const
  return { at: late(rules.callMissed), happens: missed }
}

/** All that time alone changes of a request, as it stands. */
export function* deadlines(state: State, rules: Rules): Generator<Deadline> {
  const { promisedSince, isOverdue, snooze, placeAskedAt, retryAt, isAutomatic } = state
  const stage = stageOf(state)
  const isOpen = isWaiting(stage)
  const holder = stage === 'matched' ? accepted(state) : undefined
  const how = state.askedHowAt === null ? howAt(state) : null
  if (stage === 'asked') yield* openOffers(state).map(ofOpenOffer)
  if (holder?.missedAt === null) yield ofJob(state, holder, rules)
  if (isOpen && promisedSince !== null && !isOverdue)
    yield { at: after(promisedSince, rules.promise, state, rules), happens: { kind: 'overdue' } }
  if (snooze && (isOpen || holder)) yield { at: snooze.until, happens: { kind: 'snooze-ended' } }
  if (how !== null) yield { at: how, happens: { kind: 'asked-how-it-went' } }
  if (stage === 'new' && waitsForTown(state))
    yield { at: (placeAskedAt ?? 0) + rules.placeAnswerMinutes * minuteMs }
  if (isOpen && stage !== 'asked' && isAutomatic && retryAt !== null) yield { at: retryAt }
}

/** The next instant at which time alone changes something; null where it changes nothing. */
export function dueAt(state: State, rules: Rules): Instant | null {
  const due = [...deadlines(state, rules)].map(({ at }) => at)
  return due.length > 0 ? Math.min(...due) : null
}

/** What follows from a state: what the lists show, and when to look again. Stored beside it. */
export type Derived = {
  stage: Stage
  waitsFor: WaitsFor
  /** Since when it is so. */
  since: Instant
  /** Its place in the owner's list, the most urgent first, from 0. */
  turn: number
  dueAt: Instant | null
  /** Since when its visitor waits for an answer, or for a call that has not come. */
  clockSince: Instant | null
}

function sinceOf(state: State, stage: Stage): Instant {
  const { lead, end, ours } = state
  const offer = accepted(state)
  if (end) return end.at
  if (stage === 'ours' && ours) return ours.since
  if (stage === 'asked') return Math.min(...openOffers(state).map(({ offeredAt }) => offeredAt))
  if (stage === 'matched' && offer) return offer.missedAt ?? offer.heldSince ?? offer.offeredAt
  return lead.createdAt
}

function turnOf(state: State, waitsFor: WaitsFor, stage: Stage): number {
  if (waitsFor === 'us') {
    if (isUrgent(state)) return 0
    // The owner has called already.
    return stage === 'new' && state.lead.isContacted ? 2 : 1
  }
  return { contractor: 3, visitor: 4, later: 5, nobody: 6 }[waitsFor]
}

/** Of a call only once it is late. */
function clockSinceOf(state: State, stage: Stage): Instant | null {
  const offer = accepted(state)
  if (stage !== 'matched' || !offer) return isWaiting(stage) ? state.promisedSince : null
  const isLate = offer.remindedAt !== null || offer.missedAt !== null
  return isLate ? callDue(offer) : null
}

/** What follows from a state by the rules. */
export function derive(state: State, rules: Rules): Derived {
  const stage = stageOf(state)
  const waitsFor = waitsForOf(state)
  return {
    stage,
    waitsFor,
    since: sinceOf(state, stage),
    turn: turnOf(state, waitsFor, stage),
    dueAt: dueAt(state, rules),
    clockSince: clockSinceOf(state, stage),
  }
}
