import { builtInArea } from '#/content/area.ts'
import { otherFloridaTowns } from '#/content/other-towns.ts'
import {
  type Area,
  anyTown,
  elsewhere,
  foldTown,
  isPostBox,
  type Place,
  type PlaceKnown,
  townIn,
} from '#/contracts/site/towns.ts'

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

const allFloridaTowns = [...builtInArea.towns.map(({ name }) => name), ...otherFloridaTowns]

/** The towns of an area, and what tells them from others. */
function readArea({ region, towns }: Area) {
  const names = towns.map(({ name }) => name)
  const folded = new Set(names.map(foldTown))
  const otherTowns = allFloridaTowns.filter((town) => !folded.has(foldTown(town)))
  const others = anyTown(otherTowns)
  const endings = otherTowns.map((town) => ` ${foldTown(town)}`)
  const longer = [...folded].filter((name) => endings.some((ending) => name.endsWith(ending)))
  // Of two towns that share a ZIP code, the first.
  const zips = towns.flatMap(({ name, zips }) => zips.map((zip) => [zip, name] as const)).reverse()
  return {
    region,
    names,
    byZip: new Map(zips),
    /** The towns whose ZIP codes are known. */
    withZips: new Set(towns.flatMap(({ name, zips }) => (zips.length > 0 ? name : []))),
    /** A town of ours whose name ends with that of another one: North Fort Myers. */
    longer:
      longer.length > 0 && new RegExp(`(?<![a-z\\d])(?:${anyTown(longer)})(?![a-z\\d])`, 'giu'),
    /**
     * A town that is not ours: alone, behind a comma at the end, or with the state. Many are the names of
     * streets too, so that 'Orlando Ave' says nothing.
     */
    other: new RegExp(
      `(?:(?:^|, )(?:near |in )?(?:${others})|(?<![a-z\\d])(?:${others}),? (?:FLA?|Florida))(?:,? (?:FLA?|Florida))?${zipAtEnd}`,
      'iu',
    ),
  }
}

let area = readArea(builtInArea)

/** Has this process tell places by these towns from now on. A lead keeps the place that it got. */
export function setArea(next: Area): void {
  area = readArea(next)
}

/** The towns that are served, in the order in which lists show them. */
export const townsServed = (): readonly string[] => area.names

/** Where the network works, in the words of visitors. */
export const regionServed = (): string => area.region

/** Where an address is, without its street: its town, else the ZIP code at its end. */
export const townOrZip = (address: string): string | undefined =>
  townIn(address, area.names) ?? /\b(\d{5})(?:-\d{4})?\s*$/.exec(address)?.[1]

function placeIn(text: string): Place {
  if (text === elsewhere) return outsidePlace
  if (isPostBox(text)) return unknownPlace
  const zip = zipPattern.exec(text)?.[1]
  const byZip = zip && area.byZip.get(zip)
  const withoutLonger = area.longer ? text.replace(area.longer, 'ours') : text
  // 'Sanford, NC', or the street 'Deltona' in Orlando.
  if (otherState.test(text) || area.other.test(withoutLonger)) return outsidePlace
  const named = townIn(text, area.names)
  // One of our towns with the ZIP code of a place far away: either was mistyped.
  if (named) {
    const isOdd = zip && !byZip && area.withZips.has(named)
    return isOdd ? unknownPlace : { town: named, isOutside: false }
  }
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
