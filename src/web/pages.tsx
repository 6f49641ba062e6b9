import type { ComponentType } from 'react'
import { privacyPolicy } from '#/content/legal/privacy-policy.ts'
import { termsOfService } from '#/content/legal/terms-of-service.ts'
import { acRepair } from '#/content/services/ac-repair.ts'
import { commercialHvac } from '#/content/services/commercial-hvac.ts'
import { drainCleaning } from '#/content/services/drain-cleaning.ts'
import { ductCleaning } from '#/content/services/duct-cleaning.ts'
import { emergencyHvac } from '#/content/services/emergency-hvac.ts'
import { energyEfficiency } from '#/content/services/energy-efficiency.ts'
import { heatingSystems } from '#/content/services/heating-systems.ts'
import { hvacInspections } from '#/content/services/hvac-inspections.ts'
import { residentialHvac } from '#/content/services/residential-hvac.ts'
import type { ServiceDetail } from '#/content/services/service-detail.ts'
import { waterHeaters } from '#/content/services/water-heaters.ts'
import { type DetailServiceId, detailServiceIds } from '#/contracts/services.ts'
import { isUnknownServicePath, pagePaths, servicePath } from '#/contracts/site-routes.ts'
import { AboutPage } from './site/about/about-page.tsx'
import { ContactPage } from './site/contact/contact-page.tsx'
import { HomePage } from './site/home/home-page.tsx'
import { LegalPage } from './site/legal/legal-page.tsx'
import { NotFoundPage, ServiceNotFoundPage } from './site/not-found/not-found-pages.tsx'
import { ServiceAreasPage } from './site/service-areas/service-areas-page.tsx'
import { ServiceDetailPage } from './site/service-detail/service-detail-page.tsx'
import { ServicesPage } from './site/services/services-page.tsx'
import { SitemapPage } from './site/sitemap/sitemap-page.tsx'
import { WhatsWrongPage } from './site/whats-wrong/whats-wrong-page.tsx'

const serviceDetails: Record<DetailServiceId, ServiceDetail> = {
  'residential-hvac': residentialHvac,
  'commercial-hvac': commercialHvac,
  'ac-repair': acRepair,
  'hvac-inspections': hvacInspections,
  'energy-efficiency': energyEfficiency,
  'drain-cleaning': drainCleaning,
  'water-heaters': waterHeaters,
  'emergency-hvac': emergencyHvac,
  'duct-cleaning': ductCleaning,
  'heating-systems': heatingSystems,
}

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
