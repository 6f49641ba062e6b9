import { type TownName, towns } from '#/contracts/site/towns.ts'
import { business } from './business.ts'

/** An entry of the shared list: a town with its state, or the region, which needs none. */
type ServiceArea = {
  readonly name: string
  readonly state: string | null
  /** 'Deltona, FL', or 'Central Florida'. */
  readonly label: string
}

const stateCode = business.state.code

function inState(name: TownName): ServiceArea {
  return { name, state: stateCode, label: `${name}, ${stateCode}` }
}

/** The shared list of sixteen: the fifteen towns and the region. */
export const serviceAreas: readonly ServiceArea[] = [
  ...towns.map(inState),
  { name: business.region, state: null, label: business.region },
]

/** The three towns at the center; the home page describes them. */
export const centralTowns = ['Deltona', 'DeBary', 'Orange City'] as const satisfies TownName[]

/** Where the network works, in one short line. */
export const areaSummary = `${centralTowns.join(', ')} and nearby`

const centralNames: readonly string[] = centralTowns

/** The towns of the shared list that are not at the center (twelve). */
export const otherTowns: readonly ServiceArea[] = towns
  .filter((name) => !centralNames.includes(name))
  .map(inState)

/** The six towns of the coverage block beside the form. */
export const coverageTowns = [
  'Deltona',
  'DeBary',
  'Orange City',
  'DeLand',
  'Lake Monroe',
  'Sanford',
] as const satisfies readonly TownName[]

/** The seven towns of the footer. */
export const footerAreas = [
  'Deltona',
  'DeBary',
  'Orange City',
  'DeLand',
  'Sanford',
  'Lake Mary',
  'Winter Park',
] as const satisfies readonly TownName[]

/** Words of the coverage map. */
export const map = {
  alt:
    `Map of ${business.region} with the ${towns.length} towns served and a ` +
    `${business.coverageRadiusMinutes}-minute drive around ${business.geo.placename}`,
  frameTitle: `Street map of the area around ${business.geo.placename}`,
  openLabel: 'Open the map',
} as const
