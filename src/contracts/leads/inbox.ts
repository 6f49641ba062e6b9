import { z } from 'zod'
import {
  leadOrders,
  longestSearch,
  mostAtOnce,
  noteLimit,
  pageLimits,
  reminderLimit,
} from '../limits.ts'
import { emptyIsAbsent, searchText, sentText, storedText } from '../text.ts'
import { attributionSchema } from './attribution.ts'
import { leadStatuses, stages, waitsFor } from './lead-stage.ts'
import { leadEntrySchema } from './leads.ts'

export { countFloor, longestSearch, noteLimit, pageLimits } from '../limits.ts'

const choice = sentText().max(200).optional().transform(emptyIsAbsent)

/** Narrows the inbox down; an absent filter matches every lead. */
export const leadFiltersSchema = z.object({
  /**
   * A part of a name, an email, an address, a town, a message, a note, a reference, the company that is
   * asked or has it, or a phone number in any format; case and accents do not matter.
   */
  q: searchText(longestSearch).optional().transform(emptyIsAbsent),
  service: choice,
  status: z.enum(leadStatuses).default('all'),
  source: choice,
  stage: z.enum(stages).optional(),
  waitsFor: z.enum(waitsFor).optional(),
  /** The number of a contractor who is asked, or has it, or had it when it ended. */
  contractor: z.coerce.number().int().positive().optional(),
  /** Only leads in quarantine instead of only those that are not. */
  quarantined: z.stringbool().default(false),
})

export type LeadFilters = z.output<typeof leadFiltersSchema>

/** One page. `cursor` is the `nextCursor` of the page before, in the same order. */
export const leadPageQuerySchema = leadFiltersSchema.extend({
  order: z.enum(leadOrders).default('newest'),
  limit: z.coerce.number().int().min(1).max(pageLimits.max).default(pageLimits.default),
  cursor: sentText().max(100).optional(),
})

/** What goes into a file: what matches, or the leads with these numbers, whatever the filters say. */
export const leadExportQuerySchema = leadPageQuerySchema.extend({
  ids: z
    .string()
    .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/)
    .transform((text) => text.split(',').map(Number))
    .pipe(z.array(z.int()).max(mostAtOnce))
    .optional(),
})

/** The list with any parameter. Without one it is `{data}` with every lead, streamed. */
export const leadPageSchema = z.object({
  data: z.array(leadEntrySchema),
  /** Null on the last page. */
  nextCursor: z.string().nullable(),
})

export type LeadPage = z.infer<typeof leadPageSchema>

/**
 * How many leads match, for "Showing X of Y total leads". Exact, but with a search or a filter by stage
 * or contractor it stops at `countFloor`, and `isFloor` says that there are at least that many.
 */
export const leadCountSchema = z.object({
  matching: z.int(),
  isFloor: z.boolean(),
  total: z.int(),
})

export type LeadCount = z.infer<typeof leadCountSchema>

/**
 * What `GET /api/admin/leads/events` sends, as server-sent events with the data `{}`: `ready` first on
 * each connection, and `changed` when leads have come, changed or gone. After either of them fetch the
 * list and the counts again.
 */
export type LeadEventName = 'ready' | 'changed'

/** The sources that leads have, with how many, most first: the choices of the filter. */
export const leadSourcesSchema = z.array(z.object({ source: z.string(), count: z.int() }))

/** The contractors who are asked for leads or have had some, by name: the choices of the filter. */
export const leadCompaniesSchema = z.array(z.object({ id: z.int(), companyName: z.string() }))

export type LeadCompany = z.infer<typeof leadCompaniesSchema>[number]

/** One line of a lead's history. `by` is the email of the user; null for the server itself. */
const historyEntrySchema = z.object({
  id: z.int(),
  /** The kind of the event. */
  kind: z.string(),
  /** What happened, in words: 'Offered to'. */
  text: z.string(),
  /** The company, the address, or what else was said of it. */
  detail: z.string().nullable(),
  by: z.string().nullable(),
  at: z.iso.datetime(),
})

export type HistoryEntry = z.infer<typeof historyEntrySchema>

/** A note on a lead; `by` is its author's email. */
export const leadNoteSchema = z.object({
  id: z.int(),
  text: z.string(),
  by: z.string(),
  at: z.iso.datetime(),
})

export type LeadNote = z.infer<typeof leadNoteSchema>

export const newNoteSchema = z.object({
  text: storedText(noteLimit, {
    notText: 'Please write something.',
    tooLong: `Please use at most ${noteLimit} characters.`,
    badCharacters: 'The note contains characters that cannot be stored.',
  }).min(1, 'Please write something.'),
})

/** When a lead is shown again: in a few hours, at the opening of one of the next days, or of a date. */
const reminderTimes = ['hours', 'tomorrow', 'monday'] as const

export const newReminderSchema = z.object({
  when: z.union(
    [z.enum(reminderTimes), z.iso.date()],
    'Please choose when to see this request again.',
  ),
  reason: storedText(reminderLimit, {
    notText: 'Please write a reason in words.',
    tooLong: `Please use at most ${reminderLimit} characters.`,
    badCharacters: 'The reason contains characters that cannot be stored.',
  }).default(''),
})

export type NewReminder = z.output<typeof newReminderSchema>

/** A reminder as it was set. */
export const reminderSchema = z.object({
  at: z.iso.datetime(),
  /** Sooner than was asked for, because of what its visitor was promised. */
  isSooner: z.boolean(),
  /** The lead is out of what waits for us until then. */
  isPutOff: z.boolean(),
})

export type Reminder = z.infer<typeof reminderSchema>

/** The wording that a visitor agreed to, as it stood beside the button. */
const consentSchema = z.object({
  text: z.string(),
  version: z.string(),
  at: z.iso.datetime(),
  /** The path of the page that showed it; null where that is unknown. */
  page: z.string().nullable(),
})

/** Another lead of the same person or house, as it seems, and what the two share. */
const relatedLeadSchema = z.object({
  id: z.int(),
  name: z.string(),
  service: z.string(),
  createdAt: z.iso.datetime(),
  isContacted: z.boolean(),
  stage: z.enum(stages),
  shares: z.array(z.enum(['phone', 'email', 'address'])),
  /** The lead with which it goes to one contractor; null where it goes by itself. */
  joinedTo: z.int().nullable(),
})

export const leadDetailsSchema = leadEntrySchema.extend({
  attribution: z.partialRecord(attributionSchema.keyof(), z.string()).nullable(),
  consent: consentSchema.nullable(),
  /** In the owner's words. */
  quarantineReasons: z.array(z.string()),
  contactedBy: z.string().nullable(),
  /** The work is in none of the towns. */
  isOutside: z.boolean(),
  /** It runs by the clock of emergencies whatever the service. */
  cannotWait: z.boolean(),
  /** The email of the user who entered a caller's request; null for what a visitor sent. */
  enteredBy: z.string().nullable(),
  /** Opening hours between arrival and first contact, in minutes; null until then. */
  answerMinutes: z.int().nullable(),
  /** Oldest first. */
  notes: z.array(leadNoteSchema),
  /** Oldest first. */
  history: z.array(historyEntrySchema),
  /** Newest first, at most fifty. */
  related: z.array(relatedLeadSchema),
})

export type LeadDetails = z.infer<typeof leadDetailsSchema>

/**
 * The cards above the inbox. `new`, `contacted` and `closed` make up `total`; `thisWeek` counts those that
 * came in the last seven days. Leads in quarantine are counted in `quarantined` only.
 */
export const leadStatsSchema = z.object({
  total: z.int(),
  new: z.int(),
  contacted: z.int(),
  /** Over, and never contacted. */
  closed: z.int(),
  thisWeek: z.int(),
  quarantined: z.int(),
})

export type LeadStats = z.infer<typeof leadStatsSchema>

/** A lead as a row of a file: an entry, and what its contractor pays for it. */
const exportedLeadSchema = leadEntrySchema.extend({
  /** Credits and reversals are taken off; null where no fee was charged. */
  feeCents: z.int().nullable(),
})

export type ExportedLead = z.infer<typeof exportedLeadSchema>

export const exportPageSchema = leadPageSchema.extend({ data: z.array(exportedLeadSchema) })

export type ExportPage = z.infer<typeof exportPageSchema>
