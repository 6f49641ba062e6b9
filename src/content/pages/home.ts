import type { CardServiceId } from '#/contracts/site/services.ts'
import { estimatePath } from '#/contracts/site-routes.ts'
import { business, capitalized } from '../business.ts'

/** The four tiles under the hero. */
const benefitTiles = [
  {
    id: 'estimates',
    icon: 'file-check',
    title: 'Free Estimates',
    text: `In writing, ${business.noObligation}.`,
  },
  {
    id: 'response',
    icon: 'zap',
    title: 'Rapid Response',
    text: `${business.claims.consultations}, {always} emergency response.`,
  },
  {
    id: 'pros',
    icon: 'badge-check',
    title: 'Certified Pros',
    text: `${capitalized(business.contractors.standing)}.`,
  },
  {
    id: 'financing',
    icon: 'wallet',
    title: 'Financing',
    text: 'Pay for a new system over time.',
  },
] as const

/** The three service summaries above the service cards; each links to the services page. */
export const summaryCards = [
  {
    id: 'residential-hvac',
    icon: 'house',
    title: 'Residential',
    text: 'Houses, condos and manufactured homes.',
  },
  {
    id: 'commercial-hvac',
    icon: 'store',
    title: 'Commercial',
    text: 'Shops, offices, restaurants and churches.',
  },
  {
    id: 'emergency-hvac',
    icon: 'siren',
    title: 'Emergency',
    text: 'No cooling, a leak or a burning smell.',
  },
] as const satisfies readonly {
  id: CardServiceId
  icon: string
  title: string
  text: string
}[]

/** The home page as far as the fold, section by section from the top. */
export const homePage = {
  metaTitle: `${capitalized(business.contractors.licensed)} HVAC Contractors in {town} and {region}`,
  metaDescription:
    `Get matched with ${business.contractors.standing} HVAC contractors near {town}. ` +
    `Free estimates, ${business.claims.consultations.toLowerCase()} and {always} emergency response.`,
  defaultH1: 'PROFESSIONAL HVAC SOLUTIONS',

  hero: {
    eyebrow: `${capitalized(business.contractors.licensed)} HVAC contractors in {region}`,
    text: 'Tell us what’s wrong. We’ll match you with a licensed contractor nearby, free.',
    primary: { label: 'Request Estimate', href: estimatePath },
    secondary: { label: 'View Services', href: '/services' },
    call: 'Call {phone}',
    imageAlt: 'White Florida house with a breezeway, blue metal roofs and palms',
  },

  benefits: { heading: 'What you can count on', tiles: benefitTiles },
} as const
