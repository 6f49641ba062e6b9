import type { EntryKind, FeeEvent } from './money.ts'

/** What contractors pay for leads. */
export type FeeRule = {
  id: number
  /** Null for all contractors. */
  contractorId: number | null
  companyName: string | null
  /** Null for all services. */
  service: string | null
  event: FeeEvent
  amountCents: number
  /** The first day on which it holds. */
  holdsFrom: string
}

/** A rule as it is typed: the price in dollars, as text. */
export type TypedFeeRule = Pick<FeeRule, 'contractorId' | 'service' | 'event' | 'holdsFrom'> & {
  price: string
}

/** One entry of the ledger. Times are ISO 8601 in UTC. */
export type LedgerEntry = {
  id: number
  at: string
  kind: EntryKind
  /** What the contractor owes for it is positive, what they are given or have paid negative. */
  amountCents: number
  text: string
  reference: string | null
  leadId: number | null
  /** The email of a user; null where the server made it. */
  actor: string | null
  canBeReversed: boolean
}

/** What a contractor owed at the beginning of a month, what was added, and what they owe at its end. */
export type Statement = {
  contractorId: number
  companyName: string
  contactName: string
  email: string
  /** `2026-11`. */
  month: string
  /** Those with a statement, newest first: since the first entry. */
  months: string[]
  openingCents: number
  /** Oldest first. */
  entries: LedgerEntry[]
  closingCents: number
  /** When it was sent by mail; null if it was not. */
  sentAt: string | null
}

export type Account = {
  contractorId: number
  companyName: string
  isRemoved: boolean
  balanceCents: number
  /** When the last entry was made; null without any. */
  lastAt: string | null
}
