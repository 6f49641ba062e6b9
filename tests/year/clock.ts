import type { Instant, Rules } from '#/server/referrals/state.ts'
import { rulesNow } from '#/server/referrals/store/rules-now.ts'
import { businessMinutesAfter } from '#/server/time/business-hours.ts'

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** The first day of the year, at midnight in the winter where the business is. */
export const newYear: Instant = Date.UTC(2027, 0, 1, 5)

const known = new Map<string, Instant>()

/** The first instant with N minutes of opening hours between another and itself. To count takes long. */
function openMinutesAfter(from: Instant, minutes: number): Instant {
  const key = `${from} ${minutes}`
  const found = known.get(key) ?? businessMinutesAfter(new Date(from), minutes).getTime()
  if (known.size > 50_000) known.clear()
  known.set(key, found)
  return found
}

/** The rules of a new site. */
export const builtInRules: Rules = {
  ...rulesNow({ offersByItself: true, mailsVisitor: true }),
  openMinutesAfter,
}

/** The hour of the day where the business is, in winter. */
export const hourOf = (at: Instant): number => ((at - newYear) % day) / hour

/** The day of the week: 0 is Sunday. */
export const weekdayOf = (at: Instant): number => new Date(at - 5 * hour).getUTCDay()
