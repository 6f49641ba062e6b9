import { serviceAreas } from '#/content/areas.ts'
import { business, fillWords, siteEmail } from '#/content/business.ts'
import { faqs } from '#/content/faqs.ts'
import { pageNames } from '#/content/pages/page-metadata.ts'
import { serviceDetails } from '#/content/services/service-details.ts'
import { services } from '#/content/services.ts'
import { dayNames } from '#/contracts/days.ts'
import { rowsOf } from '#/contracts/hours/week.ts'
import { dialledPhone } from '#/contracts/leads/contact-details.ts'
import type { Site } from '#/contracts/pages/documents.ts'
import { pagePaths, servicePath } from '#/contracts/routes.ts'
import {
  cardServiceIds,
  type DetailServiceId,
  detailServiceIds,
} from '#/contracts/site/services.ts'
import { openingWeek } from '../time/business-hours.ts'

/** The business hours. A day without a row is closed. */
const businessHours = () =>
  rowsOf(openingWeek()).flatMap(({ dayNames: dayOfWeek, times }) =>
    times ? [{ '@type': 'OpeningHoursSpecification', dayOfWeek, ...times }] : [],
  )

/** Day and night, in the form that search engines ask for. */
const everyHour = {
  '@type': 'OpeningHoursSpecification',
  dayOfWeek: dayNames,
  opens: '00:00',
  closes: '23:59',
}

/** The towns that the network serves. */
const citiesServed = serviceAreas.flatMap(({ state, label }) =>
  state === null ? [] : [{ '@type': 'City', name: label }],
)

/** A reference to the network, for other nodes. */
function networkId(site: Site) {
  return { '@id': `${site.url}/#organization` }
}

/**
 * The network. It is an Organization, which refers people to contractors, and no business with an
 * address of its own; only such have opening hours, so the hours are those of its contact points.
 */
function network(site: Site) {
  const telephone = dialledPhone(site.phone)
  const contactPoint = [
    {
      '@type': 'ContactPoint',
      contactType: 'customer service',
      telephone,
      hoursAvailable: businessHours(),
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

const pageId = (path: string, site: Site) => ({ '@id': site.url + path })
const websiteId = (site: Site) => ({ '@id': `${site.url}/#website` })
const breadcrumbId = (path: string, site: Site) => ({
  '@id': `${site.url}${path}#breadcrumb`,
})
const serviceNodeId = (path: string, site: Site) => ({
  '@id': `${site.url}${path}#service`,
})

/** The site that all pages are part of. */
function website(site: Site) {
  return {
    '@type': 'WebSite',
    ...websiteId(site),
    url: `${site.url}/`,
    name: site.name,
    publisher: networkId(site),
  }
}

/** The way from the home page to a page. */
function breadcrumbs(path: string, site: Site) {
  const parents = path.startsWith(`${pagePaths.services}/`)
    ? [pagePaths.home, pagePaths.services]
    : [pagePaths.home]
  return {
    '@type': 'BreadcrumbList',
    ...breadcrumbId(path, site),
    itemListElement: [...parents, path].map((step, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name: pageNames[step] ?? step,
      item: pageId(step, site),
    })),
  }
}

/** The service of a service page. */
function service(id: DetailServiceId, site: Site) {
  const path = servicePath(id)
  return {
    '@type': 'Service',
    ...serviceNodeId(path, site),
    name: services[id].name,
    description: fillWords(serviceDetails[id].subtitle, site),
    url: site.url + path,
    provider: networkId(site),
    areaServed: citiesServed,
    ...(id === 'emergency-hvac' && { hoursAvailable: everyHour }),
  }
}

function serviceList(site: Site) {
  return {
    '@type': 'ItemList',
    itemListElement: cardServiceIds.map((id, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name: services[id].name,
      url: site.url + servicePath(id),
    })),
  }
}

function questions(site: Site) {
  return faqs.map(({ question, answer }) => ({
    '@type': 'Question',
    name: fillWords(question, site),
    acceptedAnswer: { '@type': 'Answer', text: fillWords(answer.join('\n\n'), site) },
  }))
}

/** The type of a page, and its main subject. The contact page has the questions and answers too. */
function kindOfPage(path: string, site: Site) {
  switch (path) {
    case pagePaths.about:
      return { '@type': 'AboutPage', mainEntity: networkId(site) }
    case pagePaths.contact:
      return { '@type': ['ContactPage', 'FAQPage'], mainEntity: questions(site) }
    case pagePaths.services:
      return { '@type': 'CollectionPage', mainEntity: serviceList(site) }
    case pagePaths.privacyPolicy:
      return { '@type': 'WebPage', dateModified: business.legal.siteDetails.lastUpdatedDate }
    case pagePaths.termsOfService:
      return { '@type': 'WebPage', dateModified: business.legal.ourGuarantee.lastUpdatedDate }
    case pagePaths.home:
    case pagePaths.serviceAreas:
      return { '@type': 'WebPage', about: networkId(site) }
    case pagePaths.sitemap:
    case pagePaths.whatsWrong:
      return { '@type': 'WebPage' }
    default:
      return { '@type': 'WebPage', mainEntity: serviceNodeId(path, site) }
  }
}

/**
 * The page itself, under its name in lists. Its title and description are left out: the owner may
 * replace them, and this must not contradict them.
 */
function page(path: string, site: Site) {
  const isHome = path === pagePaths.home
  return {
    ...kindOfPage(path, site),
    ...pageId(path, site),
    url: site.url + path,
    name: isHome ? site.name : (pageNames[path] ?? site.name),
    isPartOf: websiteId(site),
    ...(!isHome && { breadcrumb: breadcrumbId(path, site) }),
  }
}

/** A JSON-LD document. */
type StructuredData = { '@context': 'https://schema.org'; '@graph': readonly object[] }

/** The built-in JSON-LD of a public page, from the business facts. */
export function builtInStructuredData(path: string, site: Site): StructuredData {
  const serviceId = detailServiceIds.find((id) => servicePath(id) === path)
  return {
    '@context': 'https://schema.org',
    '@graph': [
      network(site),
      website(site),
      page(path, site),
      ...(path === pagePaths.home ? [] : [breadcrumbs(path, site)]),
      ...(serviceId ? [service(serviceId, site)] : []),
    ],
  }
}
