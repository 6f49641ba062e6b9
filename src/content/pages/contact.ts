import { choiceServiceIds } from '#/contracts/site/services.ts'
import { business, capitalized } from '../business.ts'
import { faqs } from '../faqs.ts'

/** The contact page. The form's own words are `estimateForm.message`. */
export const contactPage = {
  metaTitle: 'Contact {name} for a Free HVAC Estimate',
  metaDescription:
    'Call us or send a short form for a free HVAC estimate in {towns} ' +
    `or nearby. ${capitalized(business.contractors.licensed)} contractors near you, and the {always} emergency line.`,
  defaultH1: 'CONTACT US',

  hero: {
    eyebrow: 'GET IN TOUCH',
    text: 'We’re a referral service for {region}. Call if it’s urgent. For everything else, the form takes a minute.',
  },

  cards: {
    call: {
      heading: 'Call Us',
      text: 'Talk to someone about what your system is doing.',
      phone: '{phone}',
      note: '{always} emergency line',
    },
    hours: {
      heading: 'Business Hours',
      note: '{always} emergency response',
    },
    area: {
      heading: 'Service Area',
      text: '{towns} and nearby',
      note: `{radius}-minute radius`,
      link: { label: 'See all areas', href: '/service-areas' },
    },
  },

  map: { heading: 'Where we work' },

  services: {
    heading: 'Services you can ask about',
    intro: 'Not sure which one it is? Say so in the form and we’ll sort it out with you.',
    /** Their names are `serviceChoiceLabels`. */
    ids: choiceServiceIds,
  },

  faqs: { heading: 'Frequently Asked Questions', items: faqs },

  closing: {
    heading: 'Rather talk it over?',
    text: 'Call and tell us what you see, hear or smell. That’s often enough to get started.',
    call: 'Call {phone}',
  },
} as const
