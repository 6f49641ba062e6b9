import type { Page } from '../limits.ts'
import type { Attribution } from '../results/visits.ts'
import type { LeadStatus, Stage, WaitsFor } from './lead-stage.ts'
import type { LeadEntry } from './leads.ts'

/** Narrows the inbox down; an absent filter matches every lead. */
export type LeadFilters = {
  /**
   * A part of a name, an email, an address, a town, a message, a note, a reference, the company that is
   * asked or has it, or a phone number in any format; case and accents do not matter.
   */
  q?: string | undefined
  service?: string | undefined
  status: LeadStatus
  source?: string | undefined
  stage?: Stage | undefined
  waitsFor?: WaitsFor | undefined
  /** The number of a contractor who is asked, or has it, or had it when it ended. */
  contractor?: number | undefined
  /** Only leads in quarantine instead of only those that are not. */
  quarantined: boolean
}

/** The list with any parameter. Without one it is `{data}` with every lead, streamed. */
export type LeadPage = Page<LeadEntry> & {
  /** What is counted above the list, on a first page that was asked for `withCounts`. */
  counts?: {
    /**
     * How many leads match, for "Showing X of Y total leads". Exact, but with a search or a filter by stage
     * or contractor it stops at `countFloor`, and `isFloor` says that there are at least that many.
     */
    found: { matching: number; isFloor: boolean; total: number }
    stats: LeadStats
  }
}

/**
 * What `GET /api/admin/leads/events` sends, as server-sent events with the data `{}`: `ready` first on
 * each connection, and `changed` when leads have come, changed or gone. After either of them fetch the
 * list and the counts again.
 */
export type LeadEventName = 'ready' | 'changed'

/** One line of a lead's history. `by` is the email of the user; null for the server itself. */
export type HistoryEntry = {
  id: number
  kind: string
  /** What happened, in words: 'Offered to'. */
  text: string
  /** The company, the address, or what else was said of it. */
  detail: string | null
  by: string | null
  at: string
}

/** A note on a lead; `by` is its author's email. */
export type LeadNote = {
  id: number
  text: string
  by: string
  at: string
}

/**
 * When a lead is shown again: `hours`, in a few hours; `tomorrow`, `monday` or a date such as `2027-08-31`,
 * at the opening of that day.
 */
export type NewReminder = { when: string; reason?: string | undefined }

export type Reminder = {
  at: string
  /** Sooner than was asked for, because of what its visitor was promised. */
  isSooner: boolean
  /** The lead is out of what waits for us until then. */
  isPutOff: boolean
}

export type LeadDetails = LeadEntry & {
  attribution: Attribution | null
  /** The wording that the visitor agreed to, as it stood beside the button of a page, where that is known. */
  consent: { text: string; version: string; at: string; page: string | null } | null
  /** In the owner's words. */
  quarantineReasons: string[]
  contactedBy: string | null
  /** The work is in none of the towns. */
  isOutside: boolean
  /** It runs by the clock of emergencies whatever the service. */
  cannotWait: boolean
  /** The email of the user who entered a caller's request; null for what a visitor sent. */
  enteredBy: string | null
  /** Opening hours between arrival and first contact, in minutes; null until then. */
  answerMinutes: number | null
  /** Oldest first. */
  notes: LeadNote[]
  /** Oldest first. */
  history: HistoryEntry[]
  /** Others of the same person or house, as it seems, and what they share; newest first, at most fifty. */
  related: (Pick<
    LeadEntry,
    'id' | 'name' | 'service' | 'createdAt' | 'isContacted' | 'stage' | 'joinedTo'
  > & { shares: ('phone' | 'email' | 'address')[] })[]
}

/**
 * The cards above the inbox. `new`, `contacted` and `closed` make up `total`; `thisWeek` counts those that
 * came in the last seven days. Leads in quarantine are counted in `quarantined` only.
 */
export type LeadStats = {
  total: number
  new: number
  contacted: number
  /** Over, and never contacted. */
  closed: number
  thisWeek: number
  quarantined: number
}

/** A lead as a row of a file: an entry, and what its contractor pays for it. */
export type ExportedLead = LeadEntry & {
  /** Credits and reversals are taken off; null where no fee was charged. */
  feeCents: number | null
}
