import type { CardServiceId } from '#/contracts/services.ts'
import { estimatePath, pagePaths } from '#/contracts/site-routes.ts'
import { business } from '../business.ts'
import { services } from '../services.ts'

/** The four tiles under the hero. */
export const benefitTiles = [
  {
    id: 'estimates',
    title: 'Free Estimates',
    text: 'A written price before any work starts. No charge and no obligation.',
  },
  {
    id: 'response',
    title: 'Rapid Response',
    text: `Same-day consultations, and ${business.hours.emergency}.`,
  },
  {
    id: 'pros',
    title: 'Certified Pros',
    text: 'Licensed and insured contractors, vetted before we refer you to them.',
  },
  {
    id: 'financing',
    title: 'Financing',
    text: 'Flexible financing, so that a new system need not be paid all at once.',
  },
] as const

/** The three service summaries; each links to the services page. */
export const summaryCards = [
  {
    id: 'residential-hvac',
    title: 'Residential',
    text: 'Repairs, replacements and tune-ups for houses, condos and manufactured homes.',
    link: services['residential-hvac'].name,
  },
  {
    id: 'commercial-hvac',
    title: 'Commercial',
    text: 'Rooftop units, maintenance plans and ventilation for businesses.',
    link: services['commercial-hvac'].name,
  },
  {
    id: 'emergency-hvac',
    title: 'Emergency',
    text: 'No cooling, a leak or a burning smell? The line is open day and night.',
    link: services['emergency-hvac'].name,
  },
] as const satisfies readonly {
  id: CardServiceId
  title: string
  text: string
  link: string
}[]

/** The home page as far as the fold, section by section from the top. */
export const homePage = {
  metaTitle: 'Licensed HVAC Contractors in Deltona and Central Florida',
  metaDescription:
    'Get matched with vetted, licensed and insured HVAC contractors near Deltona, Florida. ' +
    'Free estimates, same-day consultations and 24/7 emergency response.',
  defaultH1: 'PROFESSIONAL HVAC SOLUTIONS',

  hero: {
    eyebrow: `Licensed HVAC contractors in ${business.region}`,
    text:
      'Tell us what your system is doing. We match you with a vetted contractor near you, and ' +
      'the estimate is free.',
    primary: { label: 'Request Estimate', href: estimatePath },
    secondary: { label: 'View Services', href: '/services' },
    imageAlt: 'White Florida house with a breezeway, blue metal roofs and palms',
  },

  benefits: { heading: 'What you can count on', tiles: benefitTiles },

  summaries: {
    heading: 'Heating and cooling, for every kind of building',
    unsure: { label: 'Not sure what it is?', href: pagePaths.whatsWrong },
    href: '/services',
    cards: summaryCards,
  },
} as const
