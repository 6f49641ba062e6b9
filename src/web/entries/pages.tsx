import type { ComponentType } from 'react'
import { privacyPolicy } from '#/content/legal/privacy-policy.ts'
import { termsOfService } from '#/content/legal/terms-of-service.ts'
import { serviceDetails } from '#/content/services/service-details.ts'
import { detailServiceIds } from '#/contracts/site/services.ts'
import { isUnknownServicePath, pagePaths, servicePath } from '#/contracts/site-routes.ts'
import { AboutPage } from '../site/about/about-page.tsx'
import { ContactPage } from '../site/contact/contact-page.tsx'
import { HomePage } from '../site/home/home-page.tsx'
import { LegalPage } from '../site/legal/legal-page.tsx'
import { NotFoundPage, ServiceNotFoundPage } from '../site/not-found/not-found-pages.tsx'
import { ServiceAreasPage } from '../site/service-areas/service-areas-page.tsx'
import { ServiceDetailPage } from '../site/service-detail/service-detail-page.tsx'
import { ServicesPage } from '../site/services/services-page.tsx'
import { SitemapPage } from '../site/sitemap/sitemap-page.tsx'
import { WhatsWrongPage } from '../site/whats-wrong/whats-wrong-page.tsx'

const servicePages = detailServiceIds.map((id): [string, ComponentType] => [
  servicePath(id),
  () => <ServiceDetailPage id={id} detail={serviceDetails[id]} />,
])

/** The public pages by path. */
const publicPages = new Map<string, ComponentType>([
  [pagePaths.home, HomePage],
  [pagePaths.services, ServicesPage],
  ...servicePages,
  [pagePaths.about, AboutPage],
  [pagePaths.serviceAreas, ServiceAreasPage],
  [pagePaths.contact, ContactPage],
  [pagePaths.whatsWrong, WhatsWrongPage],
  [pagePaths.privacyPolicy, () => <LegalPage document={privacyPolicy} />],
  [pagePaths.termsOfService, () => <LegalPage document={termsOfService} />],
  [pagePaths.sitemap, SitemapPage],
])

/** The page at a path, and the status of its document: one of the two "not found" pages where there is none. */
export function pageAt(path: string): { Page: ComponentType; status: 200 | 404 } {
  const Page = publicPages.get(path)
  if (Page) return { Page, status: 200 }
  return { Page: isUnknownServicePath(path) ? ServiceNotFoundPage : NotFoundPage, status: 404 }
}
