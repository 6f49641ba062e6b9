import { fullTime, timeLines, untilText } from '../../dates.ts'
import { useNow } from './use-now.ts'

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

/** A time to come, as `untilText` says it. `at` is ISO 8601. */
export function TimeUntil({ at }: { at: string }) {
  const time = Date.parse(at)
  return (
    <time dateTime={at} title={fullTime(time)}>
      {untilText(time, useNow())}
    </time>
  )
}
