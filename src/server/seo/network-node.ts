import type {
  City,
  ContactPoint,
  DayOfWeek,
  IdReference,
  OpeningHoursSpecification,
  OrganizationLeaf,
} from 'schema-dts'
import { serviceAreas } from '#/content/areas.ts'
import { business, siteEmail } from '#/content/business.ts'
import type { Site } from '#/contracts/documents.ts'
import { dialledPhone } from '#/contracts/leads/contact-details.ts'

const week = business.hours.week
const wholeWeek: DayOfWeek[] = week.flatMap(({ dayNames }) => [...dayNames])

/** The business hours. A day without a row is closed. */
const businessHours: OpeningHoursSpecification[] = week.flatMap(({ dayNames, opens, closes }) =>
  opens === null
    ? []
    : [{ '@type': 'OpeningHoursSpecification', dayOfWeek: [...dayNames], opens, closes }],
)

/** Day and night, in the form that search engines ask for. */
export const everyHour: OpeningHoursSpecification = {
  '@type': 'OpeningHoursSpecification',
  dayOfWeek: wholeWeek,
  opens: '00:00',
  closes: '23:59',
}

/** The towns that the network serves. */
export const citiesServed: City[] = serviceAreas.flatMap(({ state, label }) =>
  state === null ? [] : [{ '@type': 'City', name: label }],
)

/** A reference to the network, for other nodes. */
export function networkId(site: Site): IdReference {
  return { '@id': `${site.url}/#organization` }
}

/**
 * The network. It is an Organization, which refers people to contractors, and no business with an
 * address of its own; only such have opening hours, so the hours are those of its contact points.
 */
export function network(site: Site): OrganizationLeaf {
  const telephone = dialledPhone(site.phone)
  const contactPoint: ContactPoint[] = [
    {
      '@type': 'ContactPoint',
      contactType: 'customer service',
      telephone,
      hoursAvailable: businessHours,
    },
    { '@type': 'ContactPoint', contactType: 'emergency', telephone, hoursAvailable: everyHour },
  ]
  return {
    '@type': 'Organization',
    ...networkId(site),
    name: site.name,
    url: `${site.url}/`,
    logo: `${site.url}/icon-512.png`,
    telephone,
    email: siteEmail(site),
    areaServed: citiesServed,
    contactPoint,
  }
}
