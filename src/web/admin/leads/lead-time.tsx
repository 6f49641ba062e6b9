import { fullTime, timeLines } from '../../dates.ts'
import { useNow } from './use-now.ts'

/** When a lead came: how long ago, with the exact time in the network's zone below. */
export function LeadTime({ createdAt }: { createdAt: string }) {
  const now = useNow()
  const time = Date.parse(createdAt)
  const [first, second] = timeLines(time, now)
  return (
    <time dateTime={createdAt} title={fullTime(time)}>
      <span>{first}</span> <span className="lead-clock">{second}</span>
    </time>
  )
}
