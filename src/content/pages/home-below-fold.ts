import { estimatePath, pagePaths } from '#/contracts/site-routes.ts'
import { aboutImageAlt } from '../about-picture.ts'
import { business, capitalized } from '../business.ts'

/** What towns at the center are like, as far as we can say. */
const cityTexts = new Map([
  [
    'Deltona',
    'The largest city in Volusia County, mostly single-family homes. Many are on their second or third system, with unsealed ducts in a hot attic.',
  ],
  [
    'DeBary',
    'Riverfront homes, and newer townhouses along US 17-92. Damp air off the St. Johns River makes moisture control matter as much as temperature.',
  ],
  [
    'Orange City',
    'Older houses near the historic district, with shops and offices around Saxon Boulevard. Homes have split systems, and businesses have rooftop units.',
  ],
])

/** What a town at the center is like. */
export const cityText = (town: string): string =>
  cityTexts.get(town) ?? `Heating and cooling for the homes and businesses of ${town}.`

/** The home page below the fold, section by section. */
export const homeBelowFold = {
  services: {
    eyebrow: 'OUR SERVICES',
    heading: 'Heating and cooling for every building',
    unsure: { label: 'Not sure what it is?', href: pagePaths.whatsWrong },
    summariesHref: '/services',
    learnMore: 'LEARN MORE',
    viewAll: { label: 'VIEW ALL SERVICES', href: '/services' },
  },

  whyChoose: {
    eyebrow: 'WHY CHOOSE US',
    heading: 'One request instead of ten phone calls',
    text: 'What happens after you send it:',
    steps: [
      {
        when: 'Right away',
        title: 'Your request is saved',
        text: 'You get a page where you can follow it.',
      },
      {
        when: capitalized(business.responsePromise.estimate),
        title: 'We get back to you',
        text: 'You hear from us, not from ten companies.',
      },
      {
        when: business.responsePromise.matching,
        title: 'One contractor takes the job',
        text: 'Only the contractor who takes the job gets your number.',
      },
      {
        when: 'After the visit',
        title: 'You decide',
        text: 'The written estimate is free, and saying no costs nothing.',
      },
    ],
    /** Shown from ten requests on; {count} and {time} come from the data. */
    speed: {
      heading: 'The last 30 days',
      text: 'Half of the {count} requests we got were answered within {time}, counting nights and weekends.',
    },
    quote: {
      button: 'GET A FREE QUOTE',
      href: estimatePath,
    },
  },

  callToAction: {
    heading: 'Ready for the next heat wave?',
    text: 'Get it checked before the summer rush.',
    button: { label: 'SCHEDULE FREE ESTIMATE', href: estimatePath },
    call: 'Call {phone}',
  },

  about: {
    eyebrow: 'ABOUT US',
    heading: 'Local contractors, one number to call',
    paragraphs: [
      `{name} connects property owners in {region} with independent, ${business.contractors.licensed} contractors. We don’t sell equipment, so there’s nothing to push on you.`,
    ],
    features: [
      'License and insurance checked first',
      'Matched to the work and your town',
      'Here for you until the job’s done',
    ],
    imageAlt: aboutImageAlt,
    button: { label: 'CONNECT WITH PROS', href: estimatePath },
  },

  testimonials: {
    eyebrow: 'TESTIMONIALS',
    real: {
      heading: 'What our clients say',
      intro: 'Reviews from owners we matched with a contractor.',
    },
    samples: {
      heading: 'Sample reviews',
      intro:
        'We wrote these six samples. They’ll come down once we post a customer’s review. You can check any contractor’s license yourself at myfloridalicense.com.',
    },
    sample: 'Sample',
    /** {rating} is filled with the number of stars. */
    ratingLabel: '{rating} out of 5 stars',
    /** {source} is filled with the name below. */
    sourceLabel: 'Review on {source}',
    sourceNames: { google: 'Google', facebook: 'Facebook', yelp: 'Yelp' },
  },

  areas: {
    eyebrow: 'SERVICE AREAS',
    heading: 'Where we work in {region}',
    cityButton: { label: 'FREE ESTIMATE', href: '#contact' },
    additionalHeading: 'Additional areas',
    outside: {
      text: 'Not on the list?',
      link: 'Contact us',
      href: '#contact',
    },
  },
} as const
