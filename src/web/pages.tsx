import type { LegalDocument } from '#/content/legal/legal-document.ts'
import type { ServiceDetail } from '#/content/services/service-detail.ts'
import type { DetailServiceId } from '#/contracts/services.ts'
import { adminRoot, isUnknownServicePath, pagePaths, servicePath } from '#/contracts/site-routes.ts'
import { type LazyPage, lazyPage } from './lazy-page.tsx'
import { homeBelowFold } from './site/home/home-below-fold.ts'

/** The texts of each service, each in a file of its own: a page loads only those of its service. */
const serviceDetails: Record<DetailServiceId, () => Promise<ServiceDetail>> = {
  'residential-hvac': async () =>
    (await import('#/content/services/residential-hvac.ts')).residentialHvac,
  'commercial-hvac': async () =>
    (await import('#/content/services/commercial-hvac.ts')).commercialHvac,
  'ac-repair': async () => (await import('#/content/services/ac-repair.ts')).acRepair,
  'hvac-inspections': async () =>
    (await import('#/content/services/hvac-inspections.ts')).hvacInspections,
  'energy-efficiency': async () =>
    (await import('#/content/services/energy-efficiency.ts')).energyEfficiency,
  'drain-cleaning': async () =>
    (await import('#/content/services/drain-cleaning.ts')).drainCleaning,
  'water-heaters': async () => (await import('#/content/services/water-heaters.ts')).waterHeaters,
  'emergency-hvac': async () =>
    (await import('#/content/services/emergency-hvac.ts')).emergencyHvac,
  'duct-cleaning': async () => (await import('#/content/services/duct-cleaning.ts')).ductCleaning,
  'heating-systems': async () =>
    (await import('#/content/services/heating-systems.ts')).heatingSystems,
}

const servicePage = (id: DetailServiceId) =>
  lazyPage(async () => {
    const [{ ServiceDetailPage }, detail] = await Promise.all([
      import('./site/service-detail/service-detail-page.tsx'),
      serviceDetails[id](),
    ])
    return () => <ServiceDetailPage id={id} detail={detail} />
  })

const legalPage = (loadDocument: () => Promise<LegalDocument>) =>
  lazyPage(async () => {
    const [{ LegalPage }, document] = await Promise.all([
      import('./site/legal/legal-page.tsx'),
      loadDocument(),
    ])
    return () => <LegalPage document={document} />
  })

/** The public pages by path. */
export const publicPages: Record<string, LazyPage> = {
  [pagePaths.home]: lazyPage(
    async () => (await import('./site/home/home-page.tsx')).HomePage,
    homeBelowFold,
  ),
  [pagePaths.services]: lazyPage(
    async () => (await import('./site/services/services-page.tsx')).ServicesPage,
  ),
  ...Object.fromEntries(
    (Object.keys(serviceDetails) as DetailServiceId[]).map((id) => [
      servicePath(id),
      servicePage(id),
    ]),
  ),
  [pagePaths.about]: lazyPage(async () => (await import('./site/about/about-page.tsx')).AboutPage),
  [pagePaths.serviceAreas]: lazyPage(
    async () => (await import('./site/service-areas/service-areas-page.tsx')).ServiceAreasPage,
  ),
  [pagePaths.contact]: lazyPage(
    async () => (await import('./site/contact/contact-page.tsx')).ContactPage,
  ),
  [pagePaths.whatsWrong]: lazyPage(
    async () => (await import('./site/whats-wrong/whats-wrong-page.tsx')).WhatsWrongPage,
  ),
  [pagePaths.privacyPolicy]: legalPage(
    async () => (await import('#/content/legal/privacy-policy.ts')).privacyPolicy,
  ),
  [pagePaths.termsOfService]: legalPage(
    async () => (await import('#/content/legal/terms-of-service.ts')).termsOfService,
  ),
  [pagePaths.sitemap]: lazyPage(
    async () => (await import('./site/sitemap/sitemap-page.tsx')).SitemapPage,
  ),
}

/** The back office: one page to the server, whatever its path. */
export const adminPage = lazyPage(async () => (await import('./admin/admin-page.tsx')).default)

/** What the path of a service that does not exist shows. */
export const serviceNotFoundPage = lazyPage(
  async () => (await import('./site/not-found/not-found-pages.tsx')).ServiceNotFoundPage,
)

/** What every other path shows. */
export const notFoundPage = lazyPage(
  async () => (await import('./site/not-found/not-found-pages.tsx')).NotFoundPage,
)

/** True for the paths of the back office. */
export function isAdminPath(path: string): boolean {
  return path === adminRoot || path.startsWith(`${adminRoot}/`)
}

/** The public page that a link within the site may lead to; undefined for all other addresses. */
export function publicPageAt(path: string): LazyPage | undefined {
  return Object.hasOwn(publicPages, path) ? publicPages[path] : undefined
}

/** The page at a path; one of the two "not found" pages where there is none. */
export function pageAt(path: string): LazyPage {
  if (isAdminPath(path)) return adminPage
  if (isUnknownServicePath(path)) return serviceNotFoundPage
  return publicPageAt(path) ?? notFoundPage
}

/** True where the answer is a "not found" page. */
export function isMissing(path: string): boolean {
  return [notFoundPage, serviceNotFoundPage].includes(pageAt(path))
}
