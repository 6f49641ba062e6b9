import { type ReactNode, useSyncExternalStore } from 'react'
import { exactTime, fullTime } from '../../dates.ts'

const stepMs = 30_000

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, stepMs)
  return () => clearInterval(timer)
}

const readNow = () => Math.floor(Date.now() / stepMs) * stepMs

/** The time, to half a minute, in milliseconds since 1970; 0 on the server. */
export const useNow = () => useSyncExternalStore(subscribe, readNow, () => 0)

type TimeProps = {
  /** ISO 8601, or milliseconds since 1970. */
  at: string | number
  /** The words for a time, in milliseconds since 1970. */
  show?: (time: number, now: number) => ReactNode
  /** True where it is smaller and grey. */
  isMuted?: boolean
}

/** A time in words that stay right while the page is open. */
export function Time({ at, show = exactTime, isMuted = false }: TimeProps) {
  const instant = new Date(at)
  const time = instant.getTime()
  const now = useNow()
  return (
    <time
      className={isMuted ? 'by' : undefined}
      dateTime={instant.toISOString()}
      aria-description={fullTime(time)}
    >
      {show(time, now)}
    </time>
  )
}
