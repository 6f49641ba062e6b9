import { isDeepStrictEqual } from 'node:util'
import { derive } from '#/server/referrals/derive.ts'
import type { Event } from '#/server/referrals/events.ts'
import {
  accepted,
  after,
  doesWork,
  isUrgent,
  isWaiting,
  type Offer,
  openOffers,
  type State,
  stageOf,
} from '#/server/referrals/state.ts'
import { builtInRules, minute } from './clock.ts'
import { newsProblem } from './told.ts'
import type { Kept, World } from './world.ts'

/** A rule: returns what is broken, in words; undefined where nothing is. */
export type Check = (kept: Kept, world: World) => string | undefined

/** 1. At most one accepted offer; an accepted offer if and only if matched or done. */
const hasOneWinner: Check = ({ state }) => {
  const count = state.offers.filter((offer) => offer.state === 'accepted').length
  if (count > 1) return `${count} contractors have it`
  if (count === 1 && state.isHeld && state.end?.as !== 'done')
    return 'held, yet a contractor has it'
  if (count === 1 && state.end && state.end.as !== 'done')
    return `${state.end.as}, yet a contractor has it`
  if (count === 1 && state.offers.some((offer) => offer.state === 'ended'))
    return 'a contractor has it, and who had it before pays for it, too'
  const isMatched = stageOf(state) === 'matched'
  return isMatched !== (count === 1 && !state.end && !state.isHeld)
    ? `it is ${stageOf(state)}, and ${count} contractors have it`
    : undefined
}

/** 2. What is not over waits for somebody, who has a reason to look, or is looked after by the clock. */
const waitsForSomebody: Check = ({ state, dueAt }, world) => {
  const { stage, waitsFor } = derive(state, builtInRules)
  if (state.end) return undefined
  if (waitsFor === 'nobody') return 'it is not over, and waits for nobody'
  if (stage === 'joined') {
    const earlier = world.kept(state.joinedTo ?? 0).state
    const isOpen = !earlier.end && !earlier.isHeld && earlier.joinedTo === null
    return isOpen
      ? undefined
      : `it goes with request ${earlier.lead.id}, which is ${stageOf(earlier)}`
  }
  const isWatched = waitsFor === 'contractor' || waitsFor === 'visitor'
  if (isWatched && dueAt === null) return `it waits for the ${waitsFor}, and nothing is due`
  if (waitsFor === 'later' && isLateOrUrgent(state)) return 'what waits for us is put off'
  if (stage === 'ours' && !state.ours) return 'it is the owner’s without a reason'
  const isLookedFor = state.isAutomatic && (stage === 'new' || stage === 'ours')
  const isComing = state.retryAt !== null || waitsFor === 'visitor'
  return isLookedFor && !isComing ? 'the server looks for a contractor, but never will' : undefined
}

const isLateOrUrgent = (state: State) => isUrgent(state) || Boolean(accepted(state)?.missedAt)

/** 3. Nothing has been due for more than a minute. */
export const isInTime: Check = ({ dueAt, dueSince }, { at }) => {
  if (dueAt === null || Math.max(dueAt, dueSince) >= at - minute) return undefined
  return `it was due ${Math.round((at - dueAt) / minute)} minutes ago`
}

/** 5. The ledger is the sum of what was accepted, or done, and not taken back. */
const isPaidFor: Check = ({ state, fees }) => {
  for (const { id, state: of } of state.offers) {
    const has = fees.get(id) ?? { accepted: 0, done: 0 }
    const wanted = {
      accepted: of === 'accepted' || of === 'ended' ? 1 : 0,
      done: of === 'accepted' && state.end?.as === 'done' ? 1 : 0,
    }
    if (!isDeepStrictEqual(has, wanted))
      return `offer ${id} is ${of}, and costs ${has.accepted} for the yes and ${has.done} for the job`
  }
  return undefined
}

const withoutFacts = (state: State) => ({
  ...state,
  offers: state.offers.map((offer) => ({ ...offer, contractor: offer.contractor.id })),
})

/** 6. The events alone give the state again. */
const isWhatHappened: Check = ({ state, folded }) =>
  isDeepStrictEqual(withoutFacts(state), withoutFacts(folded))
    ? undefined
    : 'its events do not give its state'

/** 7. What its visitor was promised is kept, or the owner was told in time. */
const keepsPromise: Check = ({ state, owed, dueAt }, { at }) => {
  if (!owed || owed.isTold || !isWaiting(stageOf(state))) return undefined
  // It is looked at just now.
  if (dueAt !== null && dueAt <= at) return undefined
  const late = after(owed.since, builtInRules.promise, state, builtInRules) + minute
  return late < at ? 'nobody told the owner that the promised answer is late' : undefined
}

/** Nobody is asked who may not have it, and nobody has it who may have nothing. */
const isTheirs: Check = ({ state }, world) => {
  const holder = accepted(state)
  const isOff = ({ contractor }: Offer) => world.contractor(contractor.id).bar
  if (holder && !state.end && isOff(holder) === 'removed')
    return 'a contractor who was removed has it'
  const barred = openOffers(state).find(isOff)
  if (barred) return `a contractor who is ${isOff(barred)} is asked`
  const misfit = openOffers(state).find(
    ({ by, contractor }) => by === null && !doesWork(world.contractor(contractor.id), state.lead),
  )
  if (misfit) return 'the server asks a contractor who does not do this work there'
  const late = openOffers(state).find(
    ({ mailedAt, expiresAt }) =>
      mailedAt !== null && isUrgent(state) && expiresAt > world.at + 31 * minute,
  )
  if (late) return 'a contractor has longer for an emergency than half an hour'
  const joined = state.joinedTo !== null && openOffers(state).length > 0
  return joined ? 'it goes with another one, and is offered by itself' : undefined
}

/** Where an emergency is the owner’s as nobody is left, nobody who fits has been passed over. */
const isNobodyLeft = (kept: Kept, world: World): string | undefined => {
  const { state } = kept
  const isByHand = state.offers.at(-1)?.by != null
  if (!isUrgent(state) || !state.lead.town || isByHand) return undefined
  const had = new Set(state.offers.map(({ contractor }) => contractor.id))
  const free = [...world.contractors.values()].find((row) => {
    const isWilling = row.answersEmergencies && !row.pausedUntil && row.mostOffersAWeek === null
    const one = world.contractor(row.id)
    return isWilling && !one.bar && !had.has(row.id) && doesWork(one, state.lead)
  })
  return free ? `nobody is left for an emergency, they say, but ${free.companyName} is` : undefined
}

/** The rules of "What always holds" that are of states; that of mails and news is beside them. */
export const checks: Record<string, Check> = {
  hasOneWinner,
  waitsForSomebody,
  isPaidFor,
  isWhatHappened,
  keepsPromise,
  isTheirs,
  newsProblem,
}

const owedAgain = new Set<Event['kind']>([
  'handed-back',
  'still-needs-help',
  'took-along',
  'reported',
])
const answered = new Set<Event['kind']>([
  ...(['accepted', 'contacted', 'spoken', 'on-the-way', 'done', 'lost', 'cancelled'] as const),
])

const isUnanswered = (state: State) => isWaiting(stageOf(state)) || stageOf(state) === 'joined'

const overBy = new Set<Event['kind']>(['reported', 'lost', 'cancelled'])
const theirsBy = new Set<Event['kind']>(['accepted', 'reopened', 'wanted-again'])

/** True for an offer whose contractor had it only until it was over: then nobody loses it now. */
function wasOver({ events }: Kept, offerId: number): boolean {
  const last = events.findLast(
    (event) =>
      (overBy.has(event.kind) || theirsBy.has(event.kind)) &&
      'offerId' in event &&
      event.offerId === offerId,
  )
  return last !== undefined && overBy.has(last.kind)
}

/** What an answer to the visitor is: remembered here by itself, apart from the rules. */
function rememberPromise(kept: Kept, event: Event): void {
  const { kind, at } = event
  const { createdAt } = kept.state.lead
  const isBack =
    (kind === 'withdrawn' && event.hadIt && !wasOver(kept, event.offerId)) ||
    ((kind === 'wanted-again' || kind === 'reopened') && event.offerId === null)
  if (answered.has(kind)) kept.owed = null
  else if (kind === 'received') kept.owed = { since: createdAt, isTold: false }
  else if (kind === 'took-along' && !isWaiting(stageOf(kept.state))) return
  else if (owedAgain.has(kind) || isBack) kept.owed ??= { since: at, isTold: false }
  else if (kind === 'marked-new' && event.firstContactedAt === null && isUnanswered(kept.state))
    kept.owed = { since: createdAt, isTold: kept.events.some((each) => each.kind === 'overdue') }
  else if (kind === 'overdue' && kept.owed) kept.owed.isTold = true
}

/** Notes what an event means for the checks. Returns what is wrong with it at once. */
export function note(kept: Kept, event: Event, world: World): string | undefined {
  rememberPromise(kept, event)
  const isGivenUp = event.kind === 'ours' && event.reason === 'nobody-left'
  // The ledger takes what it has already for the same.
  const { fee } = world.parts.meaningOf(event, kept.state)
  const offerId = 'offerId' in event ? (event.offerId ?? 0) : 0
  const fees = kept.fees.get(offerId) ?? { accepted: 0, done: 0 }
  if (fee === 'charge-accepted') fees.accepted = 1
  if (fee === 'charge-done') fees.done = 1
  if (fee === 'reverse-all') fees.accepted = 0
  if (fee === 'reverse-all' || fee === 'reverse-done') fees.done = 0
  if (fee) kept.fees.set(offerId, fees)
  return isGivenUp ? isNobodyLeft(kept, world) : undefined
}
