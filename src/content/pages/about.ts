import type { Claims } from '#/contracts/settings/setting-types.ts'
import { estimatePath } from '#/contracts/site-routes.ts'
import { aboutImageAlt } from '../about-picture.ts'
import { business } from '../business.ts'

/** The four feature cards. */
const aboutFeatures = [
  {
    id: 'vetted',
    icon: 'badge-check',
    title: 'Checked contractors',
    text: 'We check their Florida license and insurance before we refer anyone.',
  },
  {
    id: 'local',
    icon: 'map-pin',
    title: 'Local knowledge',
    text: 'They work in your part of {region}. They know the climate, the houses and the building departments.',
  },
  {
    id: 'free',
    icon: 'file-check',
    title: 'Free for you',
    text: `Matching and estimates are ${business.estimateTerms}.`,
  },
  {
    id: 'complete',
    icon: 'wallet',
    title: 'Help with the rest',
    text: 'Ask about flexible financing, and get help with insurance claims after storms.',
  },
] as const

/** The four core values. */
const coreValues = [
  {
    id: 'integrity',
    title: 'Integrity',
    text: 'You hear what’s wrong, what can wait and what it costs before anyone starts.',
  },
  {
    id: 'excellence',
    title: 'Excellence',
    text: 'The work is done to code and to the manufacturer’s specs, and measured at the end.',
  },
  {
    id: 'reliability',
    title: 'Reliability',
    text: 'Calls are returned, appointments are kept, and if plans change, you hear about it.',
  },
  {
    id: 'community',
    title: 'Community',
    text: 'The contractors live here too. Their names are on trucks their neighbors see.',
  },
] as const

/** The four steps from request to finished work. */
const processSteps = [
  {
    id: 'consultation',
    title: 'Consultation',
    text: 'You call or send the form. We ask about the building, the system and your timing.',
  },
  {
    id: 'matching',
    title: 'Matching',
    text:
      'We choose a contractor for the work and the town, in ' +
      `${business.responsePromise.matching}.`,
  },
  {
    id: 'execution',
    title: 'Execution',
    text: 'The contractor visits, gives a written estimate and, if you agree, does the work.',
  },
  {
    id: 'follow-up',
    title: 'Follow-up',
    text: 'We ask how it went. If something isn’t right, we take it up with the contractor.',
  },
] as const

/** What the site claims, until the owner says what is so. Paragraphs have an empty line between them. */
export const builtInClaims: Claims = {
  ...business.claimed,
  isAlwaysAnswered: true,
  story: [
    'A breezeway is the covered passage between two parts of an old Florida house. It joins ' +
      'them, and it lets the air through. Before air conditioning it was how people here kept ' +
      'cool. Our network is named for it, because joining two sides is what we do.',
    'On one side are owners whose system failed, whose bill doubled or whose house won’t dry out. They don’t know who to trust. On the other are good local contractors who are better with gauges than with advertising. We bring them together.',
    'We don’t sell equipment, and we don’t install it. We check licenses and insurance, ' +
      'listen to what you need, and make the introduction. The contract for the work is ' +
      'between you and the contractor, with the price in writing first.',
  ].join('\n\n'),
}

/** The about page. */
export const aboutPage = {
  metaTitle: 'About {name} and How Matching Works',
  metaDescription:
    `We match homes and businesses in {region} with ${business.contractors.standing} HVAC ` +
    'contractors. See how we choose them, and what you can expect from us.',
  defaultH1: 'About Us',

  hero: {
    eyebrow: 'COMPANY PROFILE',
    text:
      '{name} connects {region} homes and businesses with independent heating and cooling ' +
      `contractors. All are ${business.contractors.standing}.`,
    imageAlt: aboutImageAlt,
  },

  stats: { heading: 'The network in numbers', items: business.stats },

  story: { heading: 'Our Story' },

  features: { heading: 'Why use us', cards: aboutFeatures },

  values: { heading: 'Core Values', items: coreValues },

  process: { heading: 'How It Works', steps: processSteps },

  links: {
    services: { label: 'EXPLORE OUR SERVICES', href: '/services' },
    contact: { label: 'GET STARTED TODAY', href: estimatePath },
  },
} as const
