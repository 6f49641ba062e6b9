import type { Stage, WaitsFor } from '#/contracts/leads/lead-stage.ts'
import type { Happened } from './events.ts'
import {
  accepted,
  after,
  callDue,
  dayMs,
  type Instant,
  isUrgent,
  isWaiting,
  type Limit,
  mailDays,
  minuteMs,
  type Offer,
  openOffers,
  type Rules,
  type State,
  stageOf,
  waitsForOf,
  waitsForTown,
} from './state.ts'

/** A job without news for N days is asked about; and is the owner's after N more. */
const quietDays = 14

/** Its visitor is asked how it went N days after the call, or after the work was done; never later than the last. */
const howDays = { matched: 5, done: 1, latest: 14 }

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

/** Since when a request is as it is. */
function sinceOf(state: State, stage: Stage): Instant {
  const { lead, end, ours } = state
  const offer = accepted(state)
  if (end) return end.at
  if (stage === 'ours' && ours) return ours.since
  if (stage === 'asked') return Math.min(...openOffers(state).map(({ offeredAt }) => offeredAt))
  if (stage === 'matched' && offer) return offer.missedAt ?? offer.heldSince ?? offer.offeredAt
  return lead.createdAt
}

/** The turns of what does not wait for us. What does comes before all of them. */
export const laterTurns = { contractor: 3, visitor: 4, later: 5, nobody: 6 } as const

/** Its place in the owner's list, the most urgent first, from 0. */
function turnOf(state: State, waitsFor: WaitsFor, stage: Stage): number {
  if (waitsFor === 'us') {
    if (isUrgent(state)) return 0
    // The owner has called already.
    return stage === 'new' && state.lead.isContacted ? 2 : 1
  }
  return laterTurns[waitsFor]
}

/** Since when its visitor waits for an answer, or for a call, but of a call only once it is late. */
function clockSinceOf(state: State, stage: Stage): Instant | null {
  const offer = accepted(state)
  if (stage !== 'matched' || !offer) return isWaiting(stage) ? state.promisedSince : null
  const isLate = offer.remindedAt !== null || offer.missedAt !== null
  return isLate ? callDue(offer) : null
}

/** What follows from a state by the rules: what the lists show, and when to look again. Stored beside it. */
export function derive(state: State, rules: Rules) {
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
