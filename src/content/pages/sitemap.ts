import { sitemapServiceIds } from '#/contracts/site/services.ts'

/** The sitemap page: every page that a visitor may look for. */
export const sitemapPage = {
  metaTitle: 'Sitemap: All Pages on Heating, Cooling and Air Quality',
  metaDescription:
    'Every page of {name} in one list: the main pages, the service pages for cooling, ' +
    'heating, ductwork and inspections, and the legal pages.',
  defaultH1: 'Sitemap',
  intro: 'Every page on this site.',

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
  services: { heading: 'Service Pages', ids: sitemapServiceIds },

  legal: {
    heading: 'Legal Pages',
    links: [
      { label: 'Privacy Policy', href: '/privacy-policy' },
      { label: 'Terms of Service', href: '/terms-of-service' },
    ],
  },
} as const
