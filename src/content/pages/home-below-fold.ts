import { estimatePath } from '#/contracts/site-routes.ts'
import { aboutImageAlt } from '../about-picture.ts'
import type { centralTowns } from '../areas.ts'
import { business } from '../business.ts'

/** What the three towns at the center are like. */
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
] as const satisfies readonly { name: (typeof centralTowns)[number]; description: string }[]

/** The home page below the fold, section by section. */
export const homeBelowFold = {
  whyChoose: {
    eyebrow: 'WHY CHOOSE US',
    heading: 'One request instead of ten phone calls',
    text:
      'When the air conditioning fails in July, every company is busy and every price sounds ' +
      'the same. We know who works in your town, on your kind of system, and who can come.',
    points: [
      {
        title: 'Checked before we refer',
        text: 'License and insurance are verified for every contractor in the network.',
      },
      {
        title: 'Matched to the job',
        text: 'A duct leak, a rooftop unit and a new heat pump need different people.',
      },
      {
        title: 'You stay in charge',
        text: 'Compare the written estimate in your own time. Saying no costs nothing.',
      },
    ],
    quote: {
      heading: 'Need a price?',
      text: `We reply to estimate requests ${business.responsePromise.estimate}.`,
      button: 'GET A FREE QUOTE',
      href: estimatePath,
    },
  },

  services: {
    eyebrow: 'OUR SERVICES',
    heading: 'What the network does',
    intro:
      'Seven kinds of work, each done by contractors who do it every day in this heat and ' +
      'humidity.',
    learnMore: 'LEARN MORE',
    viewAll: { label: 'VIEW ALL SERVICES', href: '/services' },
  },

  callToAction: {
    heading: 'Is your system ready for the next heat wave?',
    text:
      'Have it looked at while contractors still have time. The visit and the estimate are ' +
      'free.',
    button: { label: 'SCHEDULE FREE ESTIMATE', href: estimatePath },
    call: 'Call {phone}',
  },

  about: {
    eyebrow: 'ABOUT US',
    heading: 'A network of local contractors, and one number to call',
    paragraphs: [
      `{name} connects property owners in ${business.region} with independent, licensed ` +
        'heating and cooling contractors. We do not sell equipment and we send no crews of our ' +
        'own, so we have no system to push.',
      'You describe the problem once. We find the contractor whose license, tools and schedule ' +
        'fit, and stay reachable until the work is done.',
    ],
    features: Object.values(business.claims),
    imageAlt: aboutImageAlt,
    button: { label: 'CONNECT WITH PROS', href: estimatePath },
  },

  testimonials: {
    eyebrow: 'TESTIMONIALS',
    heading: 'What our clients say',
    intro: 'From owners who were matched with a contractor through the network.',
    /** {rating} is filled with the number of stars. */
    ratingLabel: '{rating} out of 5 stars',
    /** {source} is filled with the name below. */
    sourceLabel: 'Review on {source}',
    sourceNames: { google: 'Google', facebook: 'Facebook', yelp: 'Yelp' },
  },

  areas: {
    eyebrow: 'SERVICE AREAS',
    heading: `Where we work in ${business.region}`,
    intro:
      `Contractors in the network work within about ${business.coverageRadiusMinutes} minutes ` +
      'of the towns below.',
    cityButton: { label: 'FREE ESTIMATE', href: '#contact' },
    additionalHeading: 'Additional areas',
    outside: {
      text: 'Not on the list?',
      link: 'Contact us',
      href: '#contact',
    },
  },
} as const
