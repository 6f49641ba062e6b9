import { offerPage } from '#/content/offer-page.ts'
import { localTimeSchema } from '../texts/values.ts'
import { businessMinutesAfter, instantOfLocal, localMinute } from './business-hours.ts'

const minuteMs = 60_000
const quarterMs = 15 * minuteMs

/** A form may have been open for a while. */
const callLatenessMs = 10 * minuteMs
const longestWaitMs = 14 * 24 * 60 * minuteMs

const { problems, night } = offerPage

/** True from 9 PM to 8 AM where the business is. */
function isAtNight(at: number): boolean {
  const hour = Number(localMinute(new Date(at)).slice('yyyy-mm-ddT'.length).slice(0, 2))
  return hour >= 21 || hour < 8
}

/**
 * The time of the call that stands in the form, local and at a full quarter: in an emergency in half an
 * hour, else in an hour of opening hours, and never at night.
 */
export function proposeCallTime(isUrgent: boolean, now = Date.now()): string {
  const soon = isUrgent ? now + 30 * minuteMs : businessMinutesAfter(new Date(now), 60).getTime()
  let at = Math.ceil(soon / quarterMs) * quarterMs
  while (!isUrgent && isAtNight(at)) at += quarterMs
  return localMinute(new Date(at))
}

/** A form with the time of a call: `atNight` is the time that they have confirmed, if it is at night. */
type CallForm = Record<string, string>

/** When a contractor will call, or what is wrong with what they typed, or is to be confirmed. */
export function readCallTime(
  { callAt, atNight }: CallForm,
  isUrgent: boolean,
  now = Date.now(),
): Date | string {
  const { data } = localTimeSchema.safeParse(callAt)
  const first = data === undefined ? undefined : instantOfLocal(data)
  if (!first) return problems.callAt
  const earliest = now - callLatenessMs
  // Where clocks go back an hour comes twice, and of a call the one to come is meant.
  const second = new Date(first.getTime() + 4 * quarterMs)
  const isSecond = first.getTime() < earliest && localMinute(second) === data
  const at = isSecond ? second : first
  if (at.getTime() < earliest) return problems.callAtPast
  if (at.getTime() > now + longestWaitMs) return problems.callAtFar
  return !isUrgent && isAtNight(at.getTime()) && atNight !== callAt ? night.ask : at
}
