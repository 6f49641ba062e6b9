/** A town that the network serves, as lists show it, with its ZIP codes of five digits. */
export type Town = { name: string; zips: string[] }

/** Where the network works. The owner may have another, in the office. */
export type Area = {
  /** As visitors call it: `Central Florida`. */
  region: string
  /** For the place of jurisdiction in the terms of service: `Volusia County`. */
  county: string
  /** How far contractors drive, in minutes. */
  radiusMinutes: number
  /** In the order in which lists show them, the one at the center first. */
  towns: Town[]
}

/** The least and the most minutes of the drive. */
export const radiusLimits = [5, 120] as const

/** In characters: of the name of a region, county or town, and of all that is typed of the towns. */
export const areaLimits = { name: 40, towns: 6_000 } as const

/** What a list of the towns has for every other place. No town is called so: its name begins with a capital. */
export const elsewhere = 'elsewhere'

/** Where work is: in one of the towns, or in none of them; neither while that is unknown. */
export type Place = { town: string | null; isOutside: boolean }

/** What is known of where work is: in one of the towns, outside all of them, or nothing. */
export type PlaceKnown = 'served' | 'outside' | 'unknown'

/** The end of a street's name: `Lake Mary Blvd` is in no town by that name. */
const streetWord =
  /^ (?:avenue|ave|boulevard|blvd|circle|cir|court|ct|drive|dr|highway|hwy|lane|ln|parkway|pkwy|place|pl|road|rd|street|st|terrace|ter|trail|trl|way)\b/

/** Words of names that are often shortened, and how. */
const shortWords: Record<string, string> = { saint: 'st', fort: 'ft', mount: 'mt' }

/** The name of a town, or an address, for comparing: `St. Cloud` and `Saint Cloud` are `st cloud`. */
export const foldTown = (name: string): string =>
  name
    .replace(/[\s.]+/g, ' ')
    .replaceAll('’', "'")
    .trim()
    .toLowerCase()
    .replace(/\b(?:saint|fort|mount)\b/g, (word) => shortWords[word] ?? word)

/** A pattern for any of the names in a folded text: of two that begin alike the longer one is meant. */
export const anyTown = (names: readonly string[]): string =>
  names
    .map(foldTown)
    .toSorted((one, other) => other.length - one.length)
    .join('|')

/** The town of an address as typed; of several the last one. Undefined where there is none. */
export function townIn(address: string, towns: readonly string[]): string | undefined {
  const text = foldTown(address)
  const pattern = new RegExp(`(?<![\\p{L}\\d])(?:${anyTown(towns)})(?![\\p{L}\\d])`, 'gu')
  const found = [...text.matchAll(pattern)]
    .filter(({ index, 0: name }) => !streetWord.test(text.slice(index + name.length)))
    .at(-1)?.[0]
  return found && towns.find((town) => foldTown(town) === found)
}

/** True for an address that tells of a P.O. box, and of no street: nobody works there. */
export const isPostBox = (address: string | null): boolean =>
  /^\s*(?:p[.\s]*o[.\s]*|post\s+office\s+)b(?:ox)?\b\W*\w*(?!.*\d\s+\p{L})/isu.test(address ?? '')

/** Where the work is in a visitor's words. */
export type SaidPlace = {
  address: string | null
  town: string | null
  zip: string | null
  /** They chose none of the towns, but that it is elsewhere. */
  isElsewhere: boolean
}

/** A place as one line. What the street's line has already is not repeated. */
export function placeText({ address, town, zip, isElsewhere }: SaidPlace): string {
  const said = address ?? ''
  const parts = [
    said,
    town && !townIn(said, [town]) && town,
    !said.includes(zip ?? '') && zip,
    isElsewhere && 'outside our towns',
  ]
  return parts.filter(Boolean).join(', ')
}
