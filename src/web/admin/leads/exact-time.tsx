import { fullTime, timeLines } from '../../dates.ts'
import { useNow } from './use-now.ts'

/** A time on one line: how long ago, and exactly. */
export function ExactTime({ at }: { at: string }) {
  const time = Date.parse(at)
  const [relative, exact] = timeLines(time, useNow())
  return (
    <time className="exact-time" dateTime={at} title={fullTime(time)}>
      {relative}, {exact}
    </time>
  )
}
