import { z } from 'zod'
import { ratingTextLimit, shownNameLimit } from '#/contracts/limits.ts'
import { withoutDirectionMarks } from '#/contracts/text.ts'
import { townsServed } from '../../texts/places.ts'
import { storedText } from '../../texts/texts.ts'

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
    shownTown: z
      .string(problem('invalid'))
      .refine((town) => ['', ...townsServed()].includes(town), problem('invalid'))
      .default(''),
  })
  .check(needsStars, publishable('ratingText'), publishable('shownName'), publishable('shownTown'))
  .transform(({ came, stars, ratingText, mayPublish, shownName, shownTown }) => ({
    hasCome: came,
    stars,
    text: ratingText,
    mayPublish,
    shownName: mayPublish ? shownName : null,
    shownTown: mayPublish ? shownTown : null,
  }))

/** A rating as its visitor gave it. */
export type NewRating = z.output<typeof newRatingSchema>
