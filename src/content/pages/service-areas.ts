import { estimatePath } from '#/contracts/routes.ts'
import { additionalAreas, regionCards } from '../areas.ts'
import { business } from '../business.ts'

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
      `about ${business.coverageRadiusMinutes} minutes of their towns, so that help is near.`,
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
    text: 'Ask us anyway. We may know a contractor who goes there, and if not we say so.',
    button: { label: 'Contact Us', href: '/contact' },
  },
} as const
