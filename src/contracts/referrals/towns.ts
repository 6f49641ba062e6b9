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
