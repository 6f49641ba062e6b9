import type { Source } from './visits.ts'

/** All that a page sends when its phone number is tapped: the source of its visit. */
export type Tap = { source: Source }

/** A time in minutes: the median, and the one within which nine of ten were; null without data. */
export type Wait = { median: number; ninetieth: number } | null

type Result = {
  requests: number
  /** A contractor has said yes and still has it, or has done it. */
  matched: number
  /** The work is done. */
  done: number
  /** Fees less credits and reversals, on the day of each entry, in cents. */
  incomeCents: number
  /** Null for a service: a tap is for none. */
  taps: number | null
  answered: number
  /** Opening hours from a request to its first contact, in minutes. */
  answerMinutes: Wait
  /** From a request to that yes, in minutes by the clock. */
  matchMinutes: Wait
}

/** The results of one source, service or month. */
export type NamedResult = Result & { name: string }

/** Results of visits in a period, without those in quarantine. */
export type Results = {
  total: Result
  /** Most taps and requests first. */
  bySource: NamedResult[]
  byService: NamedResult[]
  /** By `2026-11`, newest first. */
  byMonth: NamedResult[]
  /** The days of the period as YYYY-MM-DD, oldest first. */
  days: string[]
  /** These run parallel to the days. */
  tapsByDay: number[]
  requestsByDay: number[]
}
