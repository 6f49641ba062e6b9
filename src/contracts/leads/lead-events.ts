import { z } from 'zod'
import { leadEntrySchema } from './leads.ts'

/**
 * What `GET /api/admin/leads/events` sends, as server-sent events. The event's name is one of these;
 * its data is JSON. Every event carries an id; a client that reconnects sends the last one as
 * `Last-Event-ID` (browsers do so themselves) and misses nothing. An event may come twice.
 *
 * - `ready` first on each connection, with `{}`: what is fetched from now on misses nothing.
 * - `lead` a lead that was received or has changed, as the list shows it now.
 * - `removed` a lead that is not in the list (any more): erased, expired, or in quarantine, into which
 *   it may just have come.
 * - The counts (cards, sources, plot) are not sent: fetch them again after any of these.
 * - `resync` too much was missed: fetch everything again.
 */
export const leadEventNames = ['ready', 'lead', 'removed', 'resync'] as const

export type LeadEventName = (typeof leadEventNames)[number]

/** The data of a `lead` event. `isNew`: it has just come in, or out of quarantine. */
export const leadEventSchema = z.object({ lead: leadEntrySchema, isNew: z.boolean() })

export type LeadEvent = z.infer<typeof leadEventSchema>
