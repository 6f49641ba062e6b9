import { business } from '#/content/business.ts'
import { businessMinutesAfter, offerTimes } from '#/server/time/business-hours.ts'
import type { Rules } from '../state.ts'

const limitOf = (
  of: 'callLimits' | 'waitLimits',
  which: 'lateAfterMinutes' | 'overdueAfterMinutes',
) => ({
  usual: business[of].usual[which],
  emergency: business[of].emergency[which],
})

/** How this process counts time, and what the owner has set. */
export function rulesNow(
  set: Pick<Rules, 'offersByItself' | 'mailsVisitor'> & { asksForTown?: boolean },
): Rules {
  const { openingHours, emergencyMinutes, askedInEmergency } = offerTimes()
  return {
    asksForTown: true,
    ...set,
    answerWithin: { usual: openingHours * 60, emergency: emergencyMinutes },
    askedInEmergency,
    callReminder: limitOf('callLimits', 'lateAfterMinutes'),
    callMissed: limitOf('callLimits', 'overdueAfterMinutes'),
    promise: limitOf('waitLimits', 'overdueAfterMinutes'),
    placeAnswerMinutes: business.placeAnswerMinutes,
    openMinutesAfter: (from, minutes) => businessMinutesAfter(new Date(from), minutes).getTime(),
  }
}
