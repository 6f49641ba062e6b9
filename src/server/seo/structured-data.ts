import { inState } from '#/content/area.ts'
import { fillWords, siteEmail } from '#/content/business.ts'
import { serviceDetails } from '#/content/services/service-details.ts'
import { services } from '#/content/services.ts'
import { dialledPhone } from '#/contracts/leads/contact-details.ts'
import type { Site } from '#/contracts/pages/documents.ts'
import { detailServiceIds } from '#/contracts/site/services.ts'
import { servicePath } from '#/contracts/site-routes.ts'

type StructuredData = { '@context': 'https://schema.org'; '@graph': readonly object[] }

/**
 * The built-in JSON-LD of a public page, from the business facts. The network is an Organization,
 * which refers people to contractors, and no business with an address of its own.
 */
export function builtInStructuredData(path: string, site: Site): StructuredData {
  const url = `${site.url}/`
  const areaServed = site.towns.map((town) => ({ '@type': 'City', name: inState(town) }))
  const network = { '@id': `${url}#organization` }
  const graph: object[] = [
    {
      '@type': 'Organization',
      ...network,
      name: site.name,
      url,
      logo: `${url}icon-512.png`,
      telephone: dialledPhone(site.phone),
      email: siteEmail(site),
      areaServed,
    },
    { '@type': 'WebSite', '@id': `${url}#website`, url, name: site.name, publisher: network },
  ]
  const serviceId = detailServiceIds.find((id) => servicePath(id) === path)
  if (serviceId) {
    graph.push({
      '@type': 'Service',
      '@id': `${site.url}${path}#service`,
      name: services[serviceId].name,
      description: fillWords(serviceDetails[serviceId].subtitle, site),
      url: site.url + path,
      provider: network,
      areaServed,
    })
  }
  return { '@context': 'https://schema.org', '@graph': graph }
}
