import type { Town } from '#/contracts/site/towns.ts'
import { estimatePath } from '#/contracts/site-routes.ts'
import { cityText } from './home-below-fold.ts'

/** A town at the center, as the coverage page shows it. */
type RegionCard = {
  readonly description: string
  readonly areas: readonly string[]
  /** What is on the map that is drawn of it. */
  readonly imageAlt?: string
}

/** The towns that we can describe. */
const describedRegions: Readonly<Record<string, RegionCard>> = {
  Deltona: {
    description:
      'Homes and businesses all over Deltona, around its lakes and along Providence Boulevard. Most calls are for new systems, duct repairs and drain lines that back up in the wet season.',
    areas: [
      'Providence Boulevard Corridor',
      'Deltona Lakes',
      'Glen Abbey',
      'Deltona Boulevard Area',
    ],
    imageAlt: 'Map of Deltona and the roads around it',
  },
  DeBary: {
    description:
      'Houses, townhouses and commercial buildings, from Gemini Springs to the St. Johns River. Contractors here know river humidity and flood-zone rules for outdoor equipment.',
    areas: [
      'Residential Neighborhoods',
      'Commercial Properties',
      'Multi-family Buildings',
      'Riverfront Properties',
    ],
    imageAlt: 'Map of DeBary beside the St. Johns River',
  },
  'Orange City': {
    description:
      'New developments, schools, shops, and older homes with little room for ducts. We match each with a contractor who works on that kind of building.',
    areas: [
      'Residential Developments',
      'Commercial Districts',
      'Educational Institutions',
      'Historic District',
    ],
    imageAlt: 'Map of Orange City between DeLand and DeBary',
  },
}

/** The card of a town at the center. Of most we know no more than the ZIP codes. */
export const regionCard = ({ name, zips }: Town): RegionCard =>
  describedRegions[name] ?? {
    description: cityText(name),
    areas: zips.slice(0, 4).map((zip) => `ZIP code ${zip}`),
  }

/** The coverage page. */
export const serviceAreasPage = {
  metaTitle: 'HVAC Service Areas: {towns}, FL',
  metaDescription:
    'See where our HVAC contractors work: {towns} and other towns in {region}. ' +
    'Find yours on the map, and ask for a free estimate today.',
  defaultH1: 'Our Service Areas',

  hero: {
    eyebrow: 'COVERAGE REGIONS',
    text: 'Our contractors work within about {radius} minutes of these towns, so help is close by.',
  },

  regions: {
    heading: 'Our main towns',
    coverageLabel: 'Coverage',
    button: { label: 'REQUEST ESTIMATE', href: estimatePath },
  },

  additional: {
    heading: 'Additional Service Areas',
    intro: 'We also cover these towns:',
  },

  map: { heading: 'Coverage map' },

  outside: {
    heading: 'Need Service Outside Our Area?',
    text: 'Ask us anyway. If we know a contractor who goes there, we’ll contact you.',
    button: { label: 'Contact Us', href: '/contact' },
  },
} as const
