import type { Site } from '#/contracts/documents.ts'
import { pagePaths, servicePath } from '#/contracts/routes.ts'
import { detailServiceIds } from '#/contracts/services.ts'
import { network } from './network-node.ts'
import { breadcrumbs, page, service, website } from './page-nodes.ts'

/** A JSON-LD document. */
export type StructuredData = { '@context': 'https://schema.org'; '@graph': readonly object[] }

/** What a public page tells machines about itself, from the business facts. */
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
