// Apart from the schemas that use them: the browser needs these words, and not zod.
import { towns } from '../site/towns.ts'

/** In the list of towns: the work is in none of them. */
export const outsideTowns = 'outside'

/** Where the work is, as a user chooses it; empty while it is not known. */
export const placeChoices = ['', ...towns, outsideTowns] as const

export type PlaceChoice = (typeof placeChoices)[number]
