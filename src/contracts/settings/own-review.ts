import { z } from 'zod'
import { shownNameLimit } from '../limits.ts'
import { type Review, reviewSchema } from '../referrals/ratings.ts'
import { sentText, storedText, withoutDirectionMarks } from '../text.ts'

const line = (limit: number, missing: string) =>
  storedText(
    limit,
    {
      notText: missing,
      tooLong: `Please use at most ${limit} characters.`,
      badCharacters: 'This holds characters that cannot be stored.',
    },
    ' ',
  )
    .overwrite((text) => withoutDirectionMarks(text).replace(/\s+/g, ' '))
    .regex(/\p{L}/u, missing)

const longestText = 600

const monthProblem = 'Please enter a month such as 2026-03, not one to come.'

/** What the owner types of a review that a customer wrote elsewhere. */
export const ownReviewChangeSchema = z
  .object({
    name: line(shownNameLimit, 'Please enter the name as the review shows it.'),
    location: line(shownNameLimit, 'Please enter the town.'),
    rating: z.enum(['1', '2', '3', '4', '5'], 'Please choose the stars.'),
    text: line(longestText, 'Please enter what the review says, word for word.'),
    source: z.enum(['google', 'facebook', 'yelp', 'other'], 'Please choose where it is.'),
    month: sentText(monthProblem)
      .regex(/^20\d{2}-(0[1-9]|1[0-2])$/, monthProblem)
      .refine((month) => month <= new Date().toISOString().slice(0, 7), monthProblem),
    isReal: z.literal('yes', 'Only a review that a customer wrote may be shown.'),
  })
  .transform(({ rating, source, month, isReal: _, ...review }): Review => {
    const middle = new Date(`${month}-15T12:00Z`)
    return {
      ...review,
      rating: Number(rating),
      service: '',
      date: middle.toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
      ...(source !== 'other' && { source }),
    }
  })

/** A review of a customer that the owner has entered. */
export const ownReviewSchema = reviewSchema.extend({ id: z.string() })

export type OwnReview = z.infer<typeof ownReviewSchema>
