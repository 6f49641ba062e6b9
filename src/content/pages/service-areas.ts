import type { TownName } from '#/contracts/site/towns.ts'
import { estimatePath } from '#/contracts/site-routes.ts'
import { business } from '../business.ts'

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

/** The coverage page. */
export const serviceAreasPage = {
  metaTitle: 'HVAC Service Areas: Deltona, DeBary, Orange City, FL',
  metaDescription:
    'See where our HVAC contractors work: Deltona, DeBary, Orange City, Sanford, Lake Mary ' +
    'and ten more Central Florida towns, with a map and free estimates.',
  defaultH1: 'Our Service Areas',

  hero: {
    eyebrow: 'COVERAGE REGIONS',
    text:
      'From DeLand to Winter Park, on both sides of the St. Johns River. Contractors work within ' +
      `about ${business.coverageRadiusMinutes} minutes of their towns, so help is close by.`,
  },

  regions: {
    heading: 'Three towns at the center',
    coverageLabel: 'Coverage',
    cards: regionCards,
    button: { label: 'REQUEST ESTIMATE', href: estimatePath },
  },

  additional: {
    heading: 'Additional Service Areas',
    intro: 'The network also covers these towns:',
    towns: additionalAreas,
  },

  map: { heading: 'The coverage region' },

  outside: {
    heading: 'Need Service Outside Our Area?',
    text: 'Ask us anyway. We may know a contractor who goes there, and if not, we will tell you.',
    button: { label: 'Contact Us', href: '/contact' },
  },
} as const
