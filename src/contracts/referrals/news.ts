import { z } from 'zod'
import { mutableMails, newsKinds } from './owner-news.ts'

/** The most lines that are listed, or stand in one mail. */
export const mostNews = 20

/** A line of the inbox: what happened to a lead, until a user puts it away. */
const newsItemSchema = z.object({
  id: z.int(),
  kind: z.enum([...newsKinds, 'unknown']),
  /** The contractor, why it is held as spam, or what else the line names. */
  detail: z.string().nullable(),
  leadId: z.int(),
  name: z.string(),
  service: z.string(),
  /** `123-4567`. */
  reference: z.string(),
  isUrgent: z.boolean(),
  at: z.iso.datetime(),
})

export type NewsItem = z.infer<typeof newsItemSchema>

/** The newest news that nobody has put away, the most urgent first, and how many there are in all. */
export const newsListSchema = z.object({ items: z.array(newsItemSchema), total: z.int() })

export type NewsList = z.infer<typeof newsListSchema>

/** Puts away one line, or all that were there when the newest one was. */
export const putAwaySchema = z.union([
  z.strictObject({ newsId: z.int().positive() }),
  z.strictObject({ upTo: z.int().positive() }),
])

export type PutAway = z.infer<typeof putAwaySchema>

/** Of what no mail leaves, to the owner or to contractors. Its lines still stand in the inbox. */
export const newsSettingsSchema = z.object({
  muted: z.array(z.enum(mutableMails)).max(mutableMails.length),
})

export type NewsSettings = z.infer<typeof newsSettingsSchema>
