/** The towns that the network serves, in the order in which lists show them. */
export const towns = [
  'Deltona',
  'DeBary',
  'Orange City',
  'DeLand',
  'Lake Monroe',
  'Sanford',
  'Lake Mary',
  'Altamonte Springs',
  'Casselberry',
  'Winter Park',
  'Longwood',
  'Oviedo',
  'Winter Springs',
  'Enterprise',
  'Osteen',
] as const

/** One of the fifteen towns. */
export type TownName = (typeof towns)[number]

/** What a list of the towns has for every other place. */
export const elsewhere = 'elsewhere'

/** What is known of where work is: in one of the towns, outside all of them, or nothing. */
export type PlaceKnown = 'served' | 'outside' | 'unknown'

/** The end of a street's name: `Lake Mary Blvd` is in no town by that name. */
const streetWord =
  /^\s+(?:avenue|ave|boulevard|blvd|circle|cir|court|ct|drive|dr|highway|hwy|lane|ln|parkway|pkwy|place|pl|road|rd|street|st|terrace|ter|trail|trl|way)\b/i

const townPattern = new RegExp(`(?<![\\p{L}\\d])(?:${towns.join('|')})(?![\\p{L}\\d])`, 'giu')

/** The town of an address as typed; of several the last one. Undefined where there is none. */
export function townIn(address: string): TownName | undefined {
  const found = [...address.matchAll(townPattern)]
    .filter(({ index, 0: name }) => !streetWord.test(address.slice(index + name.length)))
    .at(-1)?.[0]
  return towns.find((town) => town.toLowerCase() === found?.toLowerCase())
}

/** Where an address is, without its street: its town, else the ZIP code at its end. */
export function placeIn(address: string): string | undefined {
  return townIn(address) ?? /\b(\d{5})(?:-\d{4})?\s*$/.exec(address)?.[1]
}

type SaidPlace = {
  address: string | null
  town: TownName | null
  zip: string | null
  isElsewhere: boolean
}

/** A place as one line. What the street's line has already is not repeated. */
export function placeText({ address, town, zip, isElsewhere }: SaidPlace): string {
  const said = address ?? ''
  const parts = [
    said,
    townIn(said) !== town && town,
    !said.includes(zip ?? '') && zip,
    isElsewhere && 'outside our towns',
  ]
  return parts.filter(Boolean).join(', ')
}
