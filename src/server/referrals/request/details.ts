import { z } from 'zod'
import { additionTextLimits } from '#/contracts/referrals/requests.ts'
import { elsewhere } from '#/contracts/site/towns.ts'
import { townsServed } from '../../texts/places.ts'
import { emptyIsNull, storedText } from '../../texts/texts.ts'

/** What can be wrong with an addition; the words for it stand in `content/request-page.ts`. */
type AdditionProblem = 'invalid' | 'tooLong' | 'badCharacters'

const problem = (name: AdditionProblem) => name

const textOf = (limit: number) =>
  storedText(limit, {
    notText: problem('badCharacters'),
    tooLong: problem('tooLong'),
    badCharacters: problem('badCharacters'),
  })

const lineOf = (limit: number) => textOf(limit).overwrite((value) => value.replace(/\s+/g, ' '))

/**
 * What a form of the page says beside photographs, as additions: none of what was left empty. Issues carry
 * an AdditionProblem as their message.
 */
export const detailsSchema = z
  .object({
    /** The town, the ZIP code and the street, each or none. */
    town: z
      .string(problem('invalid'))
      .refine((town) => ['', elsewhere, ...townsServed()].includes(town), problem('invalid'))
      .default('')
      .transform(emptyIsNull),
    zip: textOf(20)
      .refine((value) => /^(\d{5}(-\d{4})?)?$/.test(value), problem('invalid'))
      .default('')
      .transform(emptyIsNull),
    address: lineOf(additionTextLimits.address).default('').transform(emptyIsNull),
    callTime: lineOf(additionTextLimits.callTime).default(''),
    word: textOf(additionTextLimits.word).default(''),
  })
  .transform(({ callTime, word, ...place }) => [
    ...(place.town || place.zip || place.address ? [{ add: 'place' as const, ...place }] : []),
    ...(callTime ? [{ add: 'call-time' as const, callTime }] : []),
    ...(word ? [{ add: 'word' as const, word }] : []),
  ])

export type Addition = z.output<typeof detailsSchema>[number]
