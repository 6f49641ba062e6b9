import type { FindingKey, Severity } from './finding-catalog.ts'

/** What can be done about something at once: a change in the API that needs nothing to be typed. */
export type NeedButton = {
  text: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: Record<string, boolean | number> | undefined
}

/** One thing that needs somebody. Times are ISO 8601 in UTC. */
export type Need = {
  /** What it is: a finding, news, or a first step. */
  key: string
  severity: Severity
  /** It is about an emergency. */
  isUrgent: boolean
  /** A sentence without paths and names of hosts. */
  text: string
  /** What is known besides, as a sentence. */
  detail: string | null
  /** What to do, as a sentence. */
  advice: string | null
  since: string | null
  /** Pages of the office that show or mend it. */
  links: { text: string; path: string }[]
  buttons: NeedButton[]
}

/** What needs somebody, what costs a customer most first. */
export type NeedList = {
  needs: Need[]
  /** How many there are: more than are listed, after a busy time. */
  total: number
  /** What can be done about several of them at once. */
  buttons: NeedButton[]
}

/** The part of a finding that needs no session. */
export type PublicFinding = { key: FindingKey; text: string; since: string }
