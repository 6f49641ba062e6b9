import type { DetailServiceId } from '#/contracts/site/services.ts'
import { estimatePath } from '#/contracts/site-routes.ts'
import { business } from './business.ts'

/** A link of the header, the menu or the footer. `href` is a path of this site. */
type ChromeLink = {
  readonly id: string
  readonly label: string
  readonly href: string
}

/** The first link on every page, for keyboard and screen-reader users. */
export const skipLink = { label: 'Skip to content', href: '#main' } as const

/** The button that leads to the estimate form from everywhere. */
export const freeEstimate = { label: 'FREE ESTIMATE', href: estimatePath } as const

/** The narrow line above the header. */
export const strip = {
  label: 'Service area and hours',
  area: '{region}',
  areaDetail: '{towns} and nearby',
  hours: '{hours}',
  emergency: '{always} emergency line',
  call: 'Call {phone}',
} as const

/** The fixed header: its top bar (desktop) and main bar. */
export const header = {
  logoLabel: '{name}, home',
  navLabel: 'Main',
  callLabel: 'Call {phone}',
  phone: '{phone}',
  hours: '{hours}',
  emergency: '{always} emergency line',
  links: [
    { id: 'home', label: 'HOME', href: '/' },
    { id: 'services', label: 'SERVICES', href: '/services' },
    { id: 'about', label: 'ABOUT', href: '/about' },
    { id: 'service-areas', label: 'SERVICE AREAS', href: '/service-areas' },
    { id: 'contact', label: 'CONTACT', href: '/contact' },
  ],
} as const satisfies { links: readonly ChromeLink[]; [key: string]: unknown }

/** The full-screen menu on small screens. */
export const mobileMenu = {
  open: 'Open menu',
  close: 'Close menu',
  call: 'Call {phone}',
  emergency: '{always} emergency response',
} as const

/** The footer of every page. */
export const footer = {
  brandText:
    `We match homes and businesses in {region} with ${business.contractors.standing} ` +
    'heating and cooling contractors.',
  callLabel: 'Call {phone}',
  services: {
    heading: 'Our Services',
    href: '/services',
    links: [
      { id: 'residential-hvac', label: 'Residential HVAC' },
      { id: 'commercial-hvac', label: 'Commercial HVAC' },
      { id: 'emergency-hvac', label: 'Emergency HVAC' },
      { id: 'hvac-inspections', label: 'HVAC Inspections' },
      { id: 'duct-cleaning', label: 'Duct Cleaning' },
    ],
  },
  areas: {
    heading: 'Service Areas',
    href: '/service-areas',
  },
  contact: {
    heading: 'Contact',
    phone: '{phone}',
    area: '{region}',
    emergency: '{always} emergency response',
  },
  legalLinks: [
    { id: 'privacy-policy', label: 'Privacy Policy', href: '/privacy-policy' },
    { id: 'terms-of-service', label: 'Terms of Service', href: '/terms-of-service' },
    { id: 'sitemap', label: 'Sitemap', href: '/sitemap' },
  ],
  /** The footer puts the year before it. */
  copyright: '{name}. All rights reserved.',
  referralNote: `{name} is a referral service. The work is done by independent ${business.contractors.licensed} contractors.`,
  credit: business.credit,
} as const satisfies {
  services: { links: readonly { id: DetailServiceId; label: string }[]; [key: string]: unknown }
  legalLinks: readonly ChromeLink[]
  [key: string]: unknown
}

/** The bar at the bottom edge of a phone. */
export const phoneBar = {
  label: 'Quick contact',
  call: 'Call',
  callLabel: 'Call {phone}',
  estimate: 'Free estimate',
  href: estimatePath,
} as const

/** Short texts that several components use. */
export const sharedLabels = {
  loading: 'Loading',
  dismissToast: 'Dismiss',
  opensInNewTab: '(opens in a new tab)',
} as const
