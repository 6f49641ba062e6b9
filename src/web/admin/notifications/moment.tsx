import { fullTime, timeLines } from '../../dates.ts'
import { useNow } from '../leads/use-now.ts'

const minute = 60_000
const hour = 60 * minute

/** When something happened: how long ago, with the exact time at hand. */
export function Moment({ at }: { at: string }) {
  const now = useNow()
  const time = Date.parse(at)
  const [ago, exact] = timeLines(time, now)
  return (
    <time dateTime={at} title={fullTime(time)}>
      {ago}, {exact}
    </time>
  )
}

/** When something will happen: in how long. */
export function Until({ at }: { at: string }) {
  const now = useNow()
  const time = Date.parse(at)
  const wait = time - now
  const words =
    wait < minute
      ? 'in a moment'
      : wait < hour
        ? `in ${Math.round(wait / minute)} min`
        : `in ${Math.round(wait / hour)} hr`
  return (
    <time dateTime={at} title={fullTime(time)}>
      {words}
    </time>
  )
}
