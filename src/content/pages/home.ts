import type { CardServiceId } from '#/contracts/services.ts'
import { estimatePath } from '#/contracts/site-routes.ts'
import { business } from '../business.ts'

/** The four tiles under the hero. */
export const benefitTiles = [
  {
    id: 'estimates',
    title: 'Free Estimates',
    text: 'A written price first. No obligation.',
  },
  {
    id: 'response',
    title: 'Rapid Response',
    text: `Same-day consultations, ${business.hours.emergency}.`,
  },
  {
    id: 'pros',
    title: 'Certified Pros',
    text: 'Licensed, insured and vetted by us.',
  },
  {
    id: 'financing',
    title: 'Financing',
    text: 'Pay for a new system over time.',
  },
] as const

/** The three service summaries above the service cards; each links to the services page. */
export const summaryCards = [
  {
    id: 'residential-hvac',
    title: 'Residential',
    text: 'Houses, condos and manufactured homes.',
  },
  {
    id: 'commercial-hvac',
    title: 'Commercial',
    text: 'Shops, offices, restaurants and churches.',
  },
  {
    id: 'emergency-hvac',
    title: 'Emergency',
    text: 'No cooling, a leak or a burning smell.',
  },
] as const satisfies readonly {
  id: CardServiceId
  title: string
  text: string
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
} as const
