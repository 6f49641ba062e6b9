import type { DetailServiceId } from '#/contracts/site/services.ts'
import { estimatePath } from '#/contracts/site-routes.ts'
import { business, capitalized } from '../business.ts'

/** The three highlight cards under the hero. */
const highlightCards = [
  {
    id: 'ac-repair',
    icon: 'wrench',
    title: 'AC & Heating Specialists',
    text: 'Our contractors repair and replace heat pumps, splits and package units every day.',
  },
  {
    id: 'emergency-hvac',
    icon: 'siren',
    title: 'Emergency Response',
    text: 'Call our {always} emergency line for breakdowns, leaks and storm damage.',
  },
  {
    id: 'hvac-inspections',
    icon: 'clipboard-check',
    title: 'System Inspections',
    text: 'Measured readings and photos before you buy, insure or replace.',
  },
] as const satisfies readonly { id: DetailServiceId; icon: string; title: string; text: string }[]

/** What the network commits to, in the order of the 'Why choose' block. */
export const commitments = [
  {
    id: 'professionals',
    title: 'Qualified Professionals',
    text: `Every contractor is ${business.contractors.standing} before the first referral.`,
  },
  {
    id: 'estimates',
    title: 'Free Estimates',
    text: `The visit and the written estimate are ${business.estimateTerms}.`,
  },
  {
    id: 'equipment',
    title: 'Quality Equipment',
    text: `New equipment comes from name brands, with manufacturer warranties of ${business.warranty.equipment}.`,
  },
  {
    id: 'service',
    title: 'Responsive Service',
    text: `We answer estimate requests ${business.responsePromise.estimate}. For an emergency, call our {always} emergency line.`,
  },
  {
    id: 'satisfaction',
    title: business.guarantee.name,
    text: `${capitalized(business.guarantee.promise)}. The contractor’s warranty covers the work itself, for ${business.warranty.workmanship}.`,
  },
] as const

/** The services overview. */
export const servicesPage = {
  metaTitle: 'HVAC Services in {region}: AC, Heating, Ducts',
  metaDescription:
    `AC repair, heating, duct cleaning, inspections and {always} emergencies: ` +
    `seven HVAC services from ${business.contractors.standing} {region} contractors.`,
  defaultH1: 'Our Services',

  hero: {
    eyebrow: 'HEATING, COOLING AND CLEAN AIR',
    text: 'From a clogged drain line to a new rooftop unit. Choose what fits, or tell us what’s wrong and we’ll figure it out with you.',
  },

  highlights: { heading: 'Where to start', cards: highlightCards },

  cards: {
    heading: 'All services',
    viewDetails: 'VIEW DETAILS',
  },

  whyChoose: {
    heading: 'Why choose {name}',
    intro: 'Five things you can hold us and our contractors to.',
    commitments,
    button: { label: 'GET FREE ESTIMATE', href: estimatePath },
  },
} as const
