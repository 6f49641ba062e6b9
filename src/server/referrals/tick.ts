import { type Draft, happen } from './draft.ts'
import { askNext, goOn, lookFor } from './find-contractor.ts'
import {
  accepted,
  after,
  callDue,
  dayMs,
  howAt,
  isTooLateToAskHow,
  isWaiting,
  mailDays,
  openOffers,
  quietDays,
  type Rules,
  stageOf,
} from './state.ts'

/** Ends the open offers that are not answered in time, and those to who may have none any more. */
function endOffers(draft: Draft): undefined {
  const { state, now } = draft
  for (const { id: offerId, contractor, mailedAt, expiresAt, offeredAt } of openOffers(state)) {
    const leavesUntil = offeredAt + mailDays * dayMs
    if (contractor.bar)
      happen(draft, { kind: 'withdrawn', offerId, why: contractor.bar, hadIt: false })
    else if (mailedAt === null && leavesUntil <= now)
      happen(draft, { kind: 'undelivered', offerId })
    else if (mailedAt !== null && expiresAt <= now) happen(draft, { kind: 'expired', offerId })
  }
}

/** Time has passed, or the list of contractors has changed. */
export function tick(draft: Draft): undefined {
  const { now, rules } = draft
  endOffers(draft)
  const holder = stageOf(draft.state) === 'matched' ? accepted(draft.state) : undefined
  if (holder?.contractor.bar === 'removed') {
    happen(draft, { kind: 'withdrawn', offerId: holder.id, why: 'removed', hadIt: true })
    lookFor(draft, 'removed', true)
  } else if (draft.events.length > 0) {
    goOn(
      draft,
      draft.events.some(({ kind }) => kind === 'undelivered'),
    )
  } else if (stageOf(draft.state) !== 'asked') askNext(draft)
  watchJob(draft)
  const { state } = draft
  const isPromised = isWaiting(stageOf(state)) && state.promisedSince !== null && !state.isOverdue
  if (isPromised && after(state.promisedSince ?? 0, rules.promise, state, rules) <= now) {
    happen(draft, { kind: 'overdue' })
  }
  if (draft.state.snooze && draft.state.snooze.until <= now) happen(draft, { kind: 'snooze-ended' })
  if ((howAt(draft.state) ?? now + 1) <= now) {
    happen(draft, { kind: 'asked-how-it-went', isTooLate: isTooLateToAskHow(draft.state, now) })
  }
}

/** The call that was promised, and later the job, of which nothing is heard. */
function watchJob(draft: Draft): undefined {
  const { state, now, rules } = draft
  const offer = accepted(state)
  if (!offer || stageOf(state) !== 'matched' || offer.missedAt !== null) return
  const { id: offerId, remindedAt, spokenAt, newsAt, askedForNewsAt } = offer
  const lastAt = askedForNewsAt ?? newsAt ?? spokenAt
  if (lastAt === null) {
    const isOver = (limit: Rules['promise']) => after(callDue(offer), limit, state, rules) <= now
    if (remindedAt === null && isOver(rules.callReminder))
      happen(draft, { kind: 'call-reminded', offerId })
    if (isOver(rules.callMissed))
      happen(draft, { kind: 'call-missed', offerId, isSaidByVisitor: false })
  } else if (lastAt + quietDays * dayMs <= now) {
    happen(draft, { kind: askedForNewsAt === null ? 'asked-for-news' : 'quiet', offerId })
  }
}
