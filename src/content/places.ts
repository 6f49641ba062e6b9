import { elsewhere, type PlaceKnown, type TownName, townIn } from '#/contracts/site/towns.ts'
import { otherFloridaTowns, townsByZip } from './zips.ts'

/** Where work is: in one of the towns, or in none of them; neither while that is unknown. */
export type Place = { town: TownName | null; isOutside: boolean }

export const unknownPlace: Place = { town: null, isOutside: false }
export const outsidePlace: Place = { town: null, isOutside: true }

/** A text with one space, or a comma and one space, between its words. */
const cleaned = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[\s,.]+/g, (gap) => (gap.includes(',') ? ', ' : ' '))
    .replace(/^,? |,? $/g, '')

const country = '(?:,? (?:USA?|United States))?$'
const zipAtEnd = `(?:,? \\d{5}(?:-\\d{4})?)?${country}`

/** The five digits at the end of a text. Other digits are the number of a house. */
const zipPattern = new RegExp(`(?:^| )(\\d{5})(?:-\\d{4})?${country}`, 'i')

/** All states but Florida. Behind a comma only: 'in', 'or' and 'me' are words too. */
const otherState = new RegExp(
  `, (?:A[KLRZ]|C[AOT]|D[CE]|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY])${zipAtEnd}`,
  'i',
)

const otherNames = otherFloridaTowns.join('|')

/**
 * A town that is not ours: alone, behind a comma at the end, or with the state. Many are the names of
 * streets too, so that 'Orlando Ave' says nothing.
 */
const otherTown = new RegExp(
  `(?:(?:^|, )(?:near |in )?(?:${otherNames})|(?<![a-z\\d])(?:${otherNames}),? (?:FLA?|Florida))(?:,? (?:FLA?|Florida))?${zipAtEnd}`,
  'iu',
)

/** Where one text says that the work is. */
function placeIn(text: string): Place {
  if (text === elsewhere) return outsidePlace
  const zip = zipPattern.exec(text)?.[1]
  const byZip = zip && townsByZip.get(zip)
  // 'Sanford, NC', or the street 'Deltona' in Orlando.
  if (otherState.test(text) || otherTown.test(text)) return outsidePlace
  const named = townIn(text)
  // One of our towns with the ZIP code of a place far away: either was mistyped.
  if (named) return zip && !byZip ? unknownPlace : { town: named, isOutside: false }
  if (byZip) return { town: byZip, isOutside: false }
  return zip ? outsidePlace : unknownPlace
}

/**
 * Where the work is, by what was said of it: addresses, ZIP codes and towns as typed, the newest last.
 * The last that says anything counts.
 */
export function placeOf(texts: readonly (string | null | undefined)[]): Place {
  const places = texts.map((text) => placeIn(cleaned(text ?? '')))
  return places.findLast(({ town, isOutside }) => town || isOutside) ?? unknownPlace
}

/** What is known of a place. */
export const whatIsKnown = ({ town, isOutside }: Place): PlaceKnown =>
  town ? 'served' : isOutside ? 'outside' : 'unknown'
