import { z } from 'zod'

/** A day on which the business is closed, or a holiday on which it is open. */
export const holidaySchema = z.object({
  /** In the business's time zone, as `2026-11-26`. */
  day: z.iso.date(),
  name: z.string(),
  isOpen: z.boolean(),
  /** One of the federal holidays, or the weekday on which one is observed. */
  isFederal: z.boolean(),
})

export type Holiday = z.infer<typeof holidaySchema>
