import { fullTime, timeLines } from '../../dates.ts'
import { useNow } from './use-now.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

type ExactTimeProps = {
  /** ISO 8601. */
  at: string
  /** Smaller and grey. */
  isMuted?: boolean
}

/** A past time on one line: '5 min ago, Mar 4, 2:05 PM'. */
export function ExactTime({ at, isMuted }: ExactTimeProps) {
  const time = Date.parse(at)
  const [relative, exact] = timeLines(time, useNow())
  return (
    <time className={isMuted ? 'exact-time' : undefined} dateTime={at} title={fullTime(time)}>
      {relative}, {exact}
    </time>
  )
}

/** A past time on two lines, for a cell of the list. `at` is ISO 8601. */
export function TwoLineTime({ at }: { at: string }) {
  const time = Date.parse(at)
  const [relative, exact] = timeLines(time, useNow())
  return (
    <time dateTime={at} title={fullTime(time)}>
      <span>{relative}</span> <span className="lead-clock">{exact}</span>
    </time>
  )
}

/** When something is to happen: 'in a moment', 'in 5 min', 'in 3 hr, Mar 4, 2:05 PM', 'in 6 days, …'. */
export function untilText(time: number, now: number): string {
  const wait = time - now
  const [, exact] = timeLines(time, now)
  // Past its time by more than the clocks may differ: nobody can say when.
  if (wait < -minute) return `as soon as possible: due since ${exact}`
  if (wait < minute) return 'in a moment'
  if (wait < hour) return `in ${Math.round(wait / minute)} min`
  if (wait < 2 * day) return `in ${Math.round(wait / hour)} hr, ${exact}`
  return `in ${Math.round(wait / day)} days, ${exact}`
}

/** A time to come, as `untilText` says it. `at` is ISO 8601. */
export function TimeUntil({ at }: { at: string }) {
  const time = Date.parse(at)
  return (
    <time dateTime={at} title={fullTime(time)}>
      {untilText(time, useNow())}
    </time>
  )
}

/** A duration in minutes as text: '45 min', '3 hr 20 min', '31 hr'. */
export function durationText(minutes: number): string {
  const whole = Math.round(minutes)
  if (whole < 60) return `${whole} min`
  const hours = Math.floor(whole / 60)
  const rest = whole % 60
  return rest === 0 || hours >= 10 ? `${hours} hr` : `${hours} hr ${rest} min`
}
