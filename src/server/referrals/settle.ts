import { type OwnerReason, reopenDays } from '#/contracts/referrals/offer-states.ts'
import { deadlines } from './derive.ts'
import { type Draft, happen, type Refusal, refuse } from './draft.ts'
import type { By, Happened, WhyWithdrawn } from './events.ts'
import {
  accepted,
  after,
  type Contractor,
  dayMs,
  doesWork,
  type Instant,
  isUrgent,
  isWaiting,
  mostReopenings,
  type Offer,
  openOffers,
  type State,
  stageOf,
} from './state.ts'
import { joinsEarlier } from './two-requests.ts'

export const canAskVisitor = ({ state, rules }: Draft) => state.lead.hasEmail && rules.mailsVisitor

/** It waits for the owner, who is told why. */
export const handToOwner = (draft: Draft, reason: OwnerReason, goesOn = false) =>
  happen(draft, { kind: 'ours', reason, goesOn }, 'server')

/** Somebody is to be found for it from now on. `isBack`: again, so that its visitor waits anew. */
export function needContractor(draft: Draft, isAutomatic: boolean, isBack: boolean): undefined {
  happen(draft, { kind: 'needs-contractor', isAutomatic, isBack }, 'server')
}

export function giveToOwner(draft: Draft, reason: OwnerReason, isBack: boolean): undefined {
  needContractor(draft, false, isBack)
  handToOwner(draft, reason)
}

/** It needs a contractor: the server asks the next, or it is the owner's for this reason. */
export const lookFor = (draft: Draft, reason: OwnerReason, isBack: boolean) =>
  draft.rules.offersByItself
    ? needContractor(draft, true, isBack)
    : giveToOwner(draft, reason, isBack)

/** It is new, or by itself again: it goes with an earlier one, or a contractor is found for it. */
export function begin(draft: Draft): undefined {
  if (!joinsEarlier(draft)) needContractor(draft, draft.rules.offersByItself, false)
}

/** An offer is taken back: one that waits for an answer, or whose contractor had the request. */
export const withdraw = (draft: Draft, offer: Offer, why: WhyWithdrawn, by?: By) =>
  happen(draft, { kind: 'withdrawn', offerId: offer.id, why, hadIt: offer.state !== 'open' }, by)

/** Other work, or elsewhere: those who do that were not asked. What cannot wait is to be answered sooner. */
function followChanges(draft: Draft, before: State): undefined {
  const { state, now, rules } = draft
  const { service, town, isOutside } = state.lead
  const isElsewhere = town !== before.lead.town || isOutside !== before.lead.isOutside
  if (isElsewhere)
    draft.others.push({ to: 'later', command: { do: 'compare-place', place: state.lead } })
  if (!isWaiting(stageOf(state))) return
  if (isUrgent(state) && !isUrgent(before)) {
    const latest = after(now, rules.answerWithin, state, rules)
    for (const { id: offerId, mailedAt, expiresAt } of openOffers(state)) {
      if (mailedAt !== null && expiresAt > latest)
        happen(draft, { kind: 'hastened', offerId, expiresAt: latest }, 'server')
    }
  }
  if (!isElsewhere && service === before.lead.service) return
  const reason = state.ours?.reason
  const lackedPlace = reason === 'unknown-place' || reason === 'outside'
  if (isOutside && reason === 'unknown-place') handToOwner(draft, 'outside')
  else if (town !== null && (lackedPlace || reason === 'nobody-left')) begin(draft)
}

/** True for an offer that the server would not make any more: other work, or elsewhere. */
export const isMisfit = ({ by, contractor }: Offer, { lead }: State) =>
  by === null && !doesWork(contractor, lead)

/** Ends the open offers that are not needed, or not theirs any more. */
function endOffers(draft: Draft): undefined {
  const { state } = draft
  const stage = stageOf(state)
  for (const offer of openOffers(state)) {
    const { bar } = offer.contractor
    if (stage === 'matched') happen(draft, { kind: 'taken', offerId: offer.id })
    else if (!isWaiting(stage)) withdraw(draft, offer, 'over')
    else if (bar) withdraw(draft, offer, bar, 'server')
    else if (isMisfit(offer, state)) withdraw(draft, offer, 'not-theirs')
  }
}

/** Who was taken off the list has nothing from that moment on. */
function leaveRemoved(draft: Draft): undefined {
  const holder = stageOf(draft.state) === 'matched' ? accepted(draft.state) : undefined
  if (holder?.contractor.bar !== 'removed') return
  withdraw(draft, holder, 'removed', 'server')
  lookFor(draft, 'removed', true)
}

/** The server asks nobody before the town is known: its visitor first, and then the owner. */
function askForTown(draft: Draft): undefined {
  const { state, now, rules } = draft
  const { placeAskedAt } = state
  const isAsking = placeAskedAt !== null && now < placeAskedAt + rules.placeAnswerMinutes * 60_000
  if (state.ours?.reason === 'unknown-place' || (isAsking && !state.ours)) return
  if (placeAskedAt === null && !state.ours && canAskVisitor(draft) && rules.asksForTown)
    happen(draft, { kind: 'place-asked' }, 'server')
  else handToOwner(draft, 'unknown-place')
}

/** Has the next contractors asked: one, or in an emergency as many as are missing. */
function askNext(draft: Draft, before: State): undefined {
  const { state, rules } = draft
  const { lead, isAutomatic } = state
  const stage = stageOf(state)
  const open = openOffers(state).length
  if (!isWaiting(stage)) return
  if (!isAutomatic) {
    // Where the owner asks by hand, they are told once nobody is asked any more.
    if (stage === 'new' && openOffers(before).length > 0) handToOwner(draft, 'nobody-left')
  } else if (lead.town !== null && !lead.isOutside) {
    draft.ask = Math.max(0, (isUrgent(state) ? rules.askedInEmergency : 1) - open)
  } else if (open > 0) return
  else if (lead.isOutside) handToOwner(draft, 'outside')
  else askForTown(draft)
}

/** What the time that has passed has changed. */
function passTime(draft: Draft): undefined {
  const { state, rules, now } = draft
  const due = [...deadlines(state, rules)].find(({ at, happens }) => happens && at <= now)
  if (!due?.happens) return
  happen(draft, due.happens, 'server')
  passTime(draft)
}

/** What follows from what has happened, whatever it was, and from the time that has passed. */
export function settle(draft: Draft, before: State): undefined {
  followChanges(draft, before)
  endOffers(draft)
  leaveRemoved(draft)
  passTime(draft)
  askNext(draft, before)
}

/** A contractor has it from now on. */
export function take(draft: Draft, offerId: number, callAt: Instant, isAgreed: boolean): undefined {
  takeFromReporter(draft)
  happen(draft, { kind: 'accepted', offerId, callAt, isAgreed })
}

/** Another contractor is asked: whose it was, and who reported that nothing came of it, has it no longer. */
export function takeFromReporter(draft: Draft): undefined {
  for (const offer of draft.state.offers) {
    if (offer.state === 'ended') withdraw(draft, offer, 'owner')
  }
}

/** Why it cannot be given to anybody, nor go with another one. */
export function whyNotFree(state: State): Refusal | undefined {
  const holder = accepted(state)
  if (state.isHeld) return refuse('held')
  if (state.end) return refuse('over')
  if (holder) return refuse('matched', { company: holder.contractor.companyName })
  return state.joinedTo === null ? undefined : refuse('joined', { other: state.joinedTo })
}

/** Why it cannot be offered to a contractor by hand, or given to them. */
export const whyNotOfferable = (state: State, { companyName: company, bar }: Contractor) =>
  whyNotFree(state) ?? (bar && refuse(bar, { company }))

/** A request is over: those that go with it go on alone, and the one with which it went lets it go. */
export function endWith(
  draft: Draft,
  happened: Happened & { kind: 'done' | 'lost' | 'cancelled' },
): undefined {
  const { joinedTo, lead } = draft.state
  happen(draft, happened)
  if (joinedTo !== null)
    draft.others.push({ to: joinedTo, command: { do: 'let-go', later: lead.id, by: draft.by } })
  const isDone = happened.kind === 'done'
  draft.others.push({ to: 'later', command: { do: 'go-on-alone', isDone } })
}

/** The offer of the contractor who had it when it ended, and may have it again. */
export const lastHolder = ({ offers, end }: State): Offer | undefined =>
  offers.findLast(
    ({ state, endedAt, contractor }) =>
      (state === 'accepted' || (state === 'ended' && end?.at === endedAt)) &&
      contractor.bar !== 'removed',
  )

/** True for a request that is over, and whose visitor can still say that they need help. */
export const mayReopen = ({ end, isHeld, reopenings }: State, now: Instant): boolean =>
  end !== null &&
  end.as !== 'cancelled' &&
  !isHeld &&
  reopenings < mostReopenings &&
  now < end.at + reopenDays * dayMs

/** True once a visitor can say how it went: when it is over, or the time of the agreed call is. */
export function mayRate(state: State, now: Instant): boolean {
  const { end, offers } = state
  // Where nobody has had it, nobody came.
  const wasHad = offers.some((each) => each.answeredAt !== null && each.state !== 'declined')
  const callAt = accepted(state)?.callAt ?? null
  if (end) return end.as === 'done' || wasHad
  return stageOf(state) === 'matched' && (callAt === null || callAt <= now)
}

/** No mail can ask its visitor whether nothing came of it, as its contractor reported: it is the owner's. */
export function giveReported(draft: Draft): undefined {
  happen(draft, { kind: 'reopened', offerId: null, keepsCall: false })
  giveToOwner(draft, 'reported', true)
}
