import type { LeadPanel } from '../referrals/office-leads.ts'

/**
 * The kinds of deliveries: to a recipient, to a webhook, and as a confirmation to the visitor; to
 * contractors: `offer` asks one whether they take the lead, `job` tells who has it, had it or was asked
 * what has become of it; to the visitor: `update` tells how their request stands, and `follow-up` asks how
 * it went.
 */
export type DeliveryChannel =
  | ('mail' | 'webhook' | 'confirmation' | 'offer')
  | ('job' | 'update' | 'follow-up')

/** Emails to visitors. Anyone may have typed these addresses, so the owner cannot correct them. */
export const visitorChannels: DeliveryChannel[] = ['confirmation', 'follow-up', 'update']

/**
 * Where a delivery stands. `pending`: it is being tried, or will be at `dueAt`. `kept`: without a
 * mail server, the mail lies on the server as a file. `failed`: given up, until an admin resends
 * it. `cancelled`: its recipient was disabled or removed before it left.
 */
export type DeliveryState = 'pending' | 'sent' | 'kept' | 'failed' | 'cancelled'

/** How one try ended. `retry`: it will be tried again. `refused`: for good. */
export type AttemptOutcome = 'sent' | 'kept' | 'retry' | 'refused' | 'cancelled'

/** One try of a delivery. `answer` is what the other side said, in its own words. */
export type DeliveryAttempt = {
  at: string
  durationMs: number
  outcome: AttemptOutcome
  answer: string | null
}

/** One notification of one lead, and all its attempts. Times are ISO 8601 in UTC. */
export type Delivery = {
  id: number
  channel: DeliveryChannel
  /** The mail address, or the webhook's address. */
  target: string
  state: DeliveryState
  /** It has not left within five minutes, and is still being tried. */
  isOverdue: boolean
  createdAt: string
  /** When it is tried next; null unless it is pending. */
  dueAt: string | null
  sentAt: string | null
  /** Why the last try failed, as a sentence for the owner; null when nothing has failed. */
  problem: string | null
  /** Tries since it was queued or resent. */
  attempts: number
  /** The latest tries, newest first; at most twenty. */
  log: DeliveryAttempt[]
}

/** A lead that is opened: all that its panel shows. */
export type OpenedLead = LeadPanel & { deliveries: Delivery[] }

/** An address that new leads are mailed to. A disabled one gets nothing, and stays in the list. */
export type Recipient = {
  id: number
  email: string
  isActive: boolean
}

/** An address that is called for each lead, signed as https://www.standardwebhooks.com says. */
export type Webhook = {
  id: number
  url: string
  isActive: boolean
}

/** The only time that the signing secret is shown. */
export type AddedWebhook = Webhook & { secret: string }
