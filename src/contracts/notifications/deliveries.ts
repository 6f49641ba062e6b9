import { z } from 'zod'

/**
 * The kinds of deliveries: to a recipient, to a webhook, and as a confirmation to the visitor; to
 * contractors: `offer` asks one whether they take the lead, `job` tells who has it, had it or was asked
 * what has become of it; to the visitor: `update` tells how their request stands, and `follow-up` asks how
 * it went.
 */
export const deliveryChannels = [
  ...(['mail', 'webhook', 'confirmation', 'offer', 'job', 'update', 'follow-up'] as const),
] as const

export type DeliveryChannel = (typeof deliveryChannels)[number]

/** Emails to visitors. Anyone may have typed these addresses, so the owner cannot correct them. */
export const visitorChannels: DeliveryChannel[] = ['confirmation', 'follow-up', 'update']

/**
 * Where a delivery stands. `pending`: it is being tried, or will be at `dueAt`. `kept`: without a
 * mail server, the mail lies on the server as a file. `failed`: given up, until an admin resends
 * it. `cancelled`: its recipient was disabled or removed before it left.
 */
export const deliveryStates = ['pending', 'sent', 'kept', 'failed', 'cancelled'] as const

export type DeliveryState = (typeof deliveryStates)[number]

/** How one try ended. `retry`: it will be tried again. `refused`: for good. */
export const attemptOutcomes = ['sent', 'kept', 'retry', 'refused', 'cancelled'] as const

export type AttemptOutcome = (typeof attemptOutcomes)[number]

/** One try of a delivery. `answer` is what the other side said, in its own words. */
const deliveryAttemptSchema = z.object({
  at: z.iso.datetime(),
  durationMs: z.int(),
  outcome: z.enum(attemptOutcomes),
  answer: z.string().nullable(),
})

export type DeliveryAttempt = z.infer<typeof deliveryAttemptSchema>

/** One notification of one lead, and all its attempts. Times are ISO 8601 in UTC. */
export const deliverySchema = z.object({
  id: z.int(),
  channel: z.enum(deliveryChannels),
  /** The mail address, or the webhook's address. */
  target: z.string(),
  state: z.enum(deliveryStates),
  /** It has not left within five minutes, and is still being tried. */
  isOverdue: z.boolean(),
  createdAt: z.iso.datetime(),
  /** When it is tried next; null unless it is pending. */
  dueAt: z.iso.datetime().nullable(),
  sentAt: z.iso.datetime().nullable(),
  /** Why the last try failed, as a sentence for the owner; null when nothing has failed. */
  problem: z.string().nullable(),
  /** Tries since it was queued or resent. */
  attempts: z.int(),
  /** The latest tries, newest first; at most twenty. */
  log: z.array(deliveryAttemptSchema),
})

export type Delivery = z.infer<typeof deliverySchema>
