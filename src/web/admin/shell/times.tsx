import { type ReactNode, useSyncExternalStore } from 'react'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import { fullTime, sinceText, soonTime, timeLines, untilText } from '../../dates.ts'
import { stageText } from '../../stage-text.ts'

const stepMs = 30_000
const listeners = new Set<() => void>()
let isRunning = false

function tellAll() {
  for (const notify of listeners) notify()
}

/** One timer for all times of the page. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (!isRunning) setInterval(tellAll, stepMs)
  isRunning = true
  return () => listeners.delete(listener)
}

const readNow = () => Math.floor(Date.now() / stepMs) * stepMs

type TimeProps = {
  /** ISO 8601. */
  at: string
  className?: string | undefined
  /** The words for a time, in milliseconds since 1970. */
  show: (time: number, now: number) => ReactNode
}

/** The time, to half a minute, in milliseconds since 1970; 0 on the server. */
const useNow = () => useSyncExternalStore(subscribe, readNow, () => 0)

/** A time in words that stay right while the page is open. */
function Time({ at, className, show }: TimeProps) {
  const time = Date.parse(at)
  const now = useNow()
  return (
    <time className={className} dateTime={at} aria-description={fullTime(time)}>
      {show(time, now)}
    </time>
  )
}

/** A past time in two or three words: '5 min ago', 'Mar 4, 2026'. */
export function ShortTime({ at }: { at: string }) {
  return <Time at={at} show={(...times) => timeLines(...times)[0]} />
}

/** Since when something has been so, as `sinceText` says it. */
export function TimeSince({ at }: { at: string }) {
  return <Time at={at} show={sinceText} />
}

/** How far a lead has come, in words that stay right while the page is open. */
export function StageText({ lead }: { lead: LeadEntry }) {
  const now = useNow()
  return <span className="stage-text">{stageText(lead, now)}</span>
}

/** A past time on one line: '5 min ago, Mar 4, 2:05 PM'. A muted one is smaller and grey. */
export function ExactTime({ at, isMuted = false }: { at: string; isMuted?: boolean }) {
  const className = isMuted ? 'by' : undefined
  return <Time at={at} className={className} show={(...times) => timeLines(...times).join(', ')} />
}

/** A past time on two lines, for a cell of the list. */
export function TwoLineTime({ at }: { at: string }) {
  return (
    <Time
      at={at}
      show={(...times) => {
        const [relative, exact] = timeLines(...times)
        return (
          <>
            <span>{relative}</span> <span className="lead-clock">{exact}</span>
          </>
        )
      }}
    />
  )
}

/** A time near to now, as `soonTime` says it. */
export function SoonTime({ at }: { at: string }) {
  return <Time at={at} show={soonTime} />
}

/** That a user wants to see a lead again, and when, or that it is time. */
export function ReminderTime({ at }: { at: string }) {
  const words = (time: number, now: number) =>
    time > now ? `reminder ${soonTime(time, now)}` : <strong>reminder</strong>
  return <Time at={at} show={words} />
}

/** A time to come, as `untilText` says it. */
export function TimeUntil({ at }: { at: string }) {
  return <Time at={at} show={untilText} />
}
