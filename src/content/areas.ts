import { type TownName, towns } from '#/contracts/towns.ts'
import { business } from './business.ts'

export { type TownName, towns }

/** An entry of the shared list: a town with its state, or the region, which needs none. */
export type ServiceArea = {
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

/** The three cities that the home page describes. */
export const featuredCities = [
  {
    name: 'Deltona',
    description:
      'The largest city in Volusia County, and mostly single-family homes from the 1970s on. ' +
      'Many are on their second or third system, with ducts in a hot attic that have never ' +
      'been sealed. Contractors here do change-outs and duct repairs every week.',
  },
  {
    name: 'DeBary',
    description:
      'Riverfront homes, golf communities and newer townhouses along US 17-92. Damp air off ' +
      'the St. Johns River makes moisture control matter as much as temperature, so sizing ' +
      'and airflow get measured, not guessed.',
  },
  {
    name: 'Orange City',
    description:
      'From older houses near the historic district to the shops and medical offices around ' +
      'Saxon Boulevard. The network covers split systems for homes and rooftop units for ' +
      'businesses.',
  },
] as const satisfies readonly { name: TownName; description: string }[]

/** Where the network works, in one short line. */
export const areaSummary = `${featuredCities.map((city) => city.name).join(', ')} and nearby`

const featuredNames: readonly string[] = featuredCities.map((city) => city.name)

/** The towns of the shared list that the home page does not feature (twelve). */
export const otherTowns: readonly ServiceArea[] = towns
  .filter((name) => !featuredNames.includes(name))
  .map(inState)

/** A region card of the coverage page. */
export type RegionCard = {
  readonly id: 'deltona' | 'debary' | 'orange-city'
  readonly title: TownName
  readonly description: string
  readonly areas: readonly [string, string, string, string]
  readonly imageAlt: string
}

/** The three region cards of the coverage page. */
export const regionCards = [
  {
    id: 'deltona',
    title: 'Deltona',
    description:
      'Homes and businesses throughout Deltona, from the lakes on the west side to the ' +
      'Providence corridor. Most calls are system replacements, duct repairs and drain lines ' +
      'that back up in the wet season.',
    areas: [
      'Providence Boulevard Corridor',
      'Deltona Lakes',
      'Glen Abbey',
      'Deltona Boulevard Area',
    ],
    imageAlt: 'Map of Deltona and the roads around it',
  },
  {
    id: 'debary',
    title: 'DeBary',
    description:
      'From Gemini Springs to the river, for houses, townhouses and commercial buildings. ' +
      'Contractors here know river humidity and flood-zone rules for outdoor equipment.',
    areas: [
      'Residential Neighborhoods',
      'Commercial Properties',
      'Multi-family Buildings',
      'Riverfront Properties',
    ],
    imageAlt: 'Map of DeBary beside the St. Johns River',
  },
  {
    id: 'orange-city',
    title: 'Orange City',
    description:
      'New developments, older homes with little room for ducts, schools and shops. We match ' +
      'each with a contractor who works on that kind of building.',
    areas: [
      'Residential Developments',
      'Commercial Districts',
      'Educational Institutions',
      'Historic District',
    ],
    imageAlt: 'Map of Orange City between DeLand and DeBary',
  },
] as const satisfies readonly RegionCard[]

/** The nine further towns of the coverage page. */
export const additionalAreas = [
  'Sanford',
  'Lake Mary',
  'Altamonte Springs',
  'Casselberry',
  'Winter Park',
  'Longwood',
  'Oviedo',
  'Winter Springs',
  'Enterprise',
] as const satisfies readonly TownName[]

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
