import { z } from 'zod'
import { mutableMails, type NewsKind } from './owner-news.ts'

/** The most lines that are listed, or stand in one mail. */
export const mostNews = 20

/** What happened to a lead. */
export type NewsItem = {
  id: number
  kind: NewsKind
  /** The contractor, why it is held as spam, or what else the line names. */
  detail: string | null
  leadId: number
  name: string
  service: string
  /** `123-4567`. */
  reference: string
  isUrgent: boolean
  /** ISO 8601. */
  at: string
}

/** Puts away one line, or all that were there when the newest one was. */
export const putAwaySchema = z.union([
  z.strictObject({ newsId: z.int().positive() }),
  z.strictObject({ upTo: z.int().positive() }),
])

export type PutAway = z.infer<typeof putAwaySchema>

/** Of what no mail leaves, to the owner or to contractors. It is still among what needs somebody. */
export const newsSettingsSchema = z.object({
  muted: z.array(z.enum(mutableMails)).max(mutableMails.length),
})

export type NewsSettings = z.infer<typeof newsSettingsSchema>
