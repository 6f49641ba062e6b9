import { z } from 'zod'
import { ratingTextLimit, shownNameLimit } from '../limits.ts'
import { type TownName, towns } from '../site/towns.ts'
import { storedText, withoutDirectionMarks } from '../text.ts'

/** What can be wrong with a field of it; the words for it stand in `content/request-page.ts`. */
type RatingProblem = 'required' | 'invalid' | 'tooLong' | 'badCharacters'

const problem = (name: RatingProblem) => name

/** False for a text without a letter. */
const hasLetter = (text: string) => /\p{L}/u.test(text)

const oneLine = (limit: number) =>
  storedText(
    limit,
    {
      notText: problem('required'),
      tooLong: problem('tooLong'),
      badCharacters: problem('badCharacters'),
    },
    ' ',
  )
    .overwrite((value) => withoutDirectionMarks(value).replace(/\s+/g, ' '))
    .default('')

/** A field that publishing needs; its problem is told also where another field is wrong. */
const publishable = (name: 'ratingText' | 'shownName' | 'shownTown') =>
  z.refine<{ mayPublish: boolean } & Record<typeof name, string>>(
    (sent) => !sent.mayPublish || hasLetter(sent[name]),
    {
      path: [name],
      message: problem('required'),
      when: ({ issues }) => !issues.some(({ path }) => path?.[0] === name),
    },
  )

/** Who says that nobody came need not say how it was, unless that is to be shown. */
const needsStars = z.refine<{ came: boolean; stars: number | null; mayPublish: boolean }>(
  ({ came, stars, mayPublish }) => stars !== null || (came === false && !mayPublish),
  {
    path: ['stars'],
    message: problem('required'),
    when: ({ issues }) => !issues.some(({ path }) => path?.[0] === 'stars'),
  },
)

/**
 * The form of a rating. Without a yes to publishing neither name nor town is stored. Issues carry a
 * RatingProblem as their message.
 */
export const newRatingSchema = z
  .object({
    came: z.enum(['yes', 'no'], problem('required')).transform((came) => came === 'yes'),
    stars: z
      .enum(['1', '2', '3', '4', '5'], problem('required'))
      .optional()
      .transform((stars) => (stars ? Number(stars) : null)),
    ratingText: oneLine(ratingTextLimit),
    mayPublish: z
      .literal('yes')
      .optional()
      .transform((yes) => yes === 'yes'),
    shownName: oneLine(shownNameLimit),
    shownTown: z.enum(['', ...towns], problem('invalid')).default(''),
  })
  .check(needsStars, publishable('ratingText'), publishable('shownName'), publishable('shownTown'))
  .transform(({ came, stars, ratingText, mayPublish, shownName, shownTown }) => ({
    hasCome: came,
    stars,
    text: ratingText,
    mayPublish,
    shownName: mayPublish ? shownName : null,
    shownTown: mayPublish ? (shownTown as TownName) : null,
  }))

/** A rating as its visitor gave it. */
export type NewRating = z.output<typeof newRatingSchema>

/** A rating as the visitor's page and the back office show it. Times are ISO 8601 in UTC. */
export const ratingSchema = z.object({
  leadId: z.int(),
  hasCome: z.boolean(),
  /** One to five; null where nobody came. */
  stars: z.int().nullable(),
  text: z.string(),
  mayPublish: z.boolean(),
  /** The name and town to be shown; null without a yes to publishing. */
  shownName: z.string().nullable(),
  shownTown: z.enum(towns).nullable(),
  ratedAt: z.iso.datetime(),
  /** Goes up each time the visitor sends it. */
  version: z.int(),
  /** On the site since then; null where it is not. */
  publishedAt: z.iso.datetime().nullable(),
})

export type Rating = z.infer<typeof ratingSchema>

/** A rating in the list, with its lead. */
export const listedRatingSchema = ratingSchema.extend({
  leadName: z.string(),
  /** The label of the service. */
  service: z.string(),
  isQuarantined: z.boolean(),
  /** Who has the lead, or has done it; null where no contractor does. */
  companyName: z.string().nullable(),
  /** Null also for one who is no longer on the list. */
  contractorId: z.int().nullable(),
})

export type ListedRating = z.infer<typeof listedRatingSchema>

/** The most times that a visitor may change a rating. */
export const mostChanges = 20

/** Publishes the version of a rating that was read: another version is refused. */
export const publicationSchema = z.object({ version: z.int() })

/** A published rating, as the home page shows it. */
export const reviewSchema = z.object({
  name: z.string(),
  location: z.string(),
  rating: z.int(),
  text: z.string(),
  service: z.string(),
  /** A month and a year as shown. */
  date: z.string(),
  /** The platform that has it; absent for one of our own. */
  source: z.enum(['google', 'facebook', 'yelp']).optional(),
})

export type Review = z.infer<typeof reviewSchema>
