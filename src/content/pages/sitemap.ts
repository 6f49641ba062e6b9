import { choiceServiceIds } from '#/contracts/site/services.ts'

/** The sitemap page: every page that a visitor may look for. */
export const sitemapPage = {
  metaTitle: 'Sitemap: Our Heating, Cooling and Air Quality Pages',
  metaDescription:
    'The main pages of {name} in one list. Service pages cover cooling, heating, ductwork and ' +
    'inspections. Legal pages cover privacy and terms.',
  defaultH1: 'Sitemap',
  intro: 'Find your way around this site.',

  main: {
    heading: 'Main Pages',
    links: [
      { label: 'Home', href: '/' },
      { label: 'Services', href: '/services' },
      { label: 'About', href: '/about' },
      { label: 'Service Areas', href: '/service-areas' },
      { label: 'Contact', href: '/contact' },
    ],
  },

  /** The names of these are in `services`; each leads to `/services/{id}`. */
  services: { heading: 'Service Pages', ids: choiceServiceIds },

  legal: {
    heading: 'Legal Pages',
    links: [
      { label: 'Privacy Policy', href: '/privacy-policy' },
      { label: 'Terms of Service', href: '/terms-of-service' },
    ],
  },
} as const
