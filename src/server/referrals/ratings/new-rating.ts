import { z } from 'zod'
import { ratingTextLimit, shownNameLimit } from '#/contracts/limits.ts'
import { withoutDirectionMarks } from '#/contracts/text.ts'
import { townsServed } from '../../texts/places.ts'
import { visitorText } from '../../texts/texts.ts'

/** False for a text without a letter. */
const hasLetter = (text: string) => /\p{L}/u.test(text)

const oneLine = (limit: number) =>
  visitorText(limit, 'required', ' ')
    .overwrite((value) => withoutDirectionMarks(value).replace(/\s+/g, ' '))
    .default('')

/** A field that is needed where the others are so; its problem is told also where another field is wrong. */
const needed = <Sent extends object>(name: keyof Sent & string, isGiven: (sent: Sent) => boolean) =>
  z.refine<Sent>(isGiven, {
    path: [name],
    message: 'required',
    when: ({ issues }) => !issues.some(({ path }) => path?.[0] === name),
  })

/** A field that publishing needs. */
const publishable = (name: 'ratingText' | 'shownName' | 'shownTown') =>
  needed<{ mayPublish: boolean } & Record<typeof name, string>>(
    name,
    (sent) => !sent.mayPublish || hasLetter(sent[name]),
  )

/** Who says that nobody came need not say how it was, unless that is to be shown. */
const needsStars = needed<{ came: boolean; stars: number | null; mayPublish: boolean }>(
  'stars',
  ({ came, stars, mayPublish }) => stars !== null || (came === false && !mayPublish),
)

/**
 * The form of a rating. Without a yes to publishing neither name nor town is stored. Issues name a problem, for
 * which `content/request-page.ts` has the words.
 */
export const newRatingSchema = z
  .object({
    came: z.enum(['yes', 'no'], 'required').transform((came) => came === 'yes'),
    stars: z
      .enum(['1', '2', '3', '4', '5'], 'required')
      .optional()
      .transform((stars) => (stars ? Number(stars) : null)),
    ratingText: oneLine(ratingTextLimit),
    mayPublish: z
      .literal('yes')
      .optional()
      .transform((yes) => yes === 'yes'),
    shownName: oneLine(shownNameLimit),
    shownTown: z
      .string('invalid')
      .refine((town) => ['', ...townsServed()].includes(town), 'invalid')
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
