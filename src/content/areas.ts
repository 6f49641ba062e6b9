import { type TownName, towns } from '#/contracts/site/towns.ts'
import { business } from './business.ts'

export { type TownName, towns }

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

/** Latitude and longitude of each town, decimal degrees (USGS GNIS, rounded to four places). */
export const townCoordinates = {
  Deltona: { latitude: business.geo.latitude, longitude: business.geo.longitude },
  DeBary: { latitude: 28.8831, longitude: -81.3087 },
  'Orange City': { latitude: 28.9489, longitude: -81.2987 },
  DeLand: { latitude: 29.0283, longitude: -81.3031 },
  'Lake Monroe': { latitude: 28.8247, longitude: -81.3269 },
  Sanford: { latitude: 28.8005, longitude: -81.2731 },
  'Lake Mary': { latitude: 28.7589, longitude: -81.3178 },
  'Altamonte Springs': { latitude: 28.6611, longitude: -81.3656 },
  Casselberry: { latitude: 28.6778, longitude: -81.3278 },
  'Winter Park': { latitude: 28.6, longitude: -81.3392 },
  Longwood: { latitude: 28.7031, longitude: -81.3384 },
  Oviedo: { latitude: 28.67, longitude: -81.2081 },
  'Winter Springs': { latitude: 28.6989, longitude: -81.3081 },
  Enterprise: { latitude: 28.8692, longitude: -81.2667 },
  Osteen: { latitude: 28.8461, longitude: -81.1625 },
} as const satisfies Record<TownName, { latitude: number; longitude: number }>

/** Words of the coverage map. */
export const map = {
  alt:
    `Map of ${business.region} with the ${towns.length} towns served and a ` +
    `${business.coverageRadiusMinutes}-minute drive around ${business.geo.placename}`,
  frameTitle: `Street map of the area around ${business.geo.placename}`,
  radiusLabel: `${business.coverageRadiusMinutes}-minute radius`,
  openLabel: 'Open the map',
} as const
