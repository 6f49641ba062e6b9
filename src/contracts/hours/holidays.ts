import { z } from 'zod'
import { longestHolidayName } from '../limits.ts'
import { storedText } from '../text.ts'

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

/** What the owner decides of a day: closed, under a name of its own; or open on a federal holiday. */
export const holidayChangeSchema = z.discriminatedUnion('isOpen', [
  z.object({ isOpen: z.literal(true) }),
  z.object({
    isOpen: z.literal(false),
    name: storedText(
      longestHolidayName,
      {
        notText: 'Please name the day.',
        tooLong: `Please use at most ${longestHolidayName} characters.`,
        badCharacters: 'This holds characters that cannot be stored.',
      },
      ' ',
    ).min(1, 'Please name the day.'),
  }),
])
