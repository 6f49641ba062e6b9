import type { OwnerReason } from '#/contracts/referrals/offer-states.ts'
import type { Earlier } from './commands.ts'
import { type Draft, happen } from './draft.ts'
import type { WhyWithdrawn } from './events.ts'
import { after, doesWork, isUrgent, isWaiting, type Offer, openOffers, stageOf } from './state.ts'
import { joinTo, tellEarlier } from './two-requests.ts'

export const canAskVisitor = ({ state, rules }: Draft) => state.lead.hasEmail && rules.mailsVisitor

/** It waits for the owner, who is told why. */
export const handToOwner = (draft: Draft, reason: OwnerReason, goesOn = false) =>
  happen(draft, { kind: 'ours', reason, goesOn }, 'server')

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

/** Has the next contractors asked: one, or in an emergency as many as are missing where it `fills` up. */
export function askNext(draft: Draft, fills = false): undefined {
  const { state, rules } = draft
  const open = openOffers(state).length
  if (!state.isAutomatic || !isWaiting(stageOf(state))) return
  if (open > 0 && !(fills && isUrgent(state))) return
  if (state.lead.isOutside || state.lead.town === null) {
    if (open > 0) return
    if (state.lead.isOutside) handToOwner(draft, 'outside')
    else askForTown(draft)
  } else draft.ask = (isUrgent(state) ? rules.askedInEmergency : 1) - open
}

/** Somebody is to be found for it from now on. */
export function needContractor(draft: Draft, isAutomatic: boolean, isBack: boolean): undefined {
  happen(draft, { kind: 'needs-contractor', isAutomatic, isBack }, 'server')
}

/** It needs a contractor: the server asks the next, or it is the owner's for this reason. */
export function lookFor(draft: Draft, reason: OwnerReason, isBack: boolean): undefined {
  needContractor(draft, draft.rules.offersByItself, isBack)
  if (draft.state.isAutomatic) askNext(draft)
  else handToOwner(draft, reason)
}

export function giveToOwner(draft: Draft, reason: OwnerReason, isBack: boolean): undefined {
  needContractor(draft, false, isBack)
  handToOwner(draft, reason)
}

/** It is new, or by itself again: it goes with an earlier one, or a contractor is found for it. */
export function begin(draft: Draft, earlier?: Earlier | null): undefined {
  if (earlier && !draft.state.isParted) return joinTo(draft, earlier)
  needContractor(draft, draft.rules.offersByItself, false)
  askNext(draft)
}

/** Offers have ended without a yes: the next are asked, or the owner is told where they ask by hand. */
export function goOn(draft: Draft, fills = false): undefined {
  const { state } = draft
  if (!isWaiting(stageOf(state))) return
  if (state.isAutomatic) askNext(draft, fills)
  else if (stageOf(state) === 'new') handToOwner(draft, 'nobody-left')
}

export function withdrawOpen(
  draft: Draft,
  why: WhyWithdrawn,
  which: (offer: Offer) => boolean = () => true,
) {
  for (const { id: offerId } of openOffers(draft.state).filter(which)) {
    happen(draft, { kind: 'withdrawn', offerId, why, hadIt: false })
  }
}

/** What the server offered to contractors who do not do this work there goes on to others. */
export function withdrawMisfits(draft: Draft): undefined {
  const { lead } = draft.state
  withdrawOpen(
    draft,
    'not-theirs',
    ({ by, contractor }) => by === null && !doesWork(contractor, lead),
  )
}

/** Has it run by the clock of emergencies, or no longer. What is open is to be answered sooner. */
export function setUrgency(
  draft: Draft,
  cannotWait: boolean,
  urgencyBy: 'visitor' | 'user',
): undefined {
  const wasUrgent = isUrgent(draft.state)
  happen(draft, { kind: 'urgency-said', cannotWait, urgencyBy })
  if (isUrgent(draft.state) && !wasUrgent) hasten(draft)
}

export function hasten(draft: Draft): undefined {
  const { state, now, rules } = draft
  const latest = after(now, rules.answerWithin, state, rules)
  for (const { id, mailedAt, expiresAt } of openOffers(state)) {
    if (mailedAt === null || expiresAt <= latest) continue
    happen(draft, { kind: 'hastened', offerId: id, expiresAt: latest }, 'server')
  }
  askNext(draft, true)
  tellEarlier(draft)
}
