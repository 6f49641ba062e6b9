import { type Draft, happen } from './draft.ts'
import { askNext, goOn } from './find-contractor.ts'
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

/** Time has passed. */
export function tick(draft: Draft): undefined {
  const { now, rules } = draft
  let undelivered = 0
  for (const { id: offerId, mailedAt, expiresAt, offeredAt } of openOffers(draft.state)) {
    if (mailedAt === null && offeredAt + mailDays * dayMs <= now) {
      happen(draft, { kind: 'undelivered', offerId })
      undelivered += 1
    } else if (mailedAt !== null && expiresAt <= now) happen(draft, { kind: 'expired', offerId })
  }
  if (draft.events.length > 0) goOn(draft, undelivered > 0)
  else if (stageOf(draft.state) !== 'asked' && (draft.state.retryAt ?? now) <= now) askNext(draft)
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
