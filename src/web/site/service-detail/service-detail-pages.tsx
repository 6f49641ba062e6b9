import type { ServiceDetail } from '#/content/services/service-detail.ts'
import { servicePath } from '#/contracts/routes.ts'
import type { DetailServiceId } from '#/contracts/services.ts'
import { type LazyPage, lazyPage } from '../../lazy-page.tsx'

/** Loads the words of each service; no page carries those of another. */
const details: Record<DetailServiceId, () => Promise<ServiceDetail>> = {
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

const detailPage = (id: DetailServiceId, loadDetail: () => Promise<ServiceDetail>) =>
  lazyPage(async () => {
    const [{ ServiceDetailPage }, detail] = await Promise.all([
      import('./service-detail-page.tsx'),
      loadDetail(),
    ])
    return { default: () => <ServiceDetailPage id={id} detail={detail} /> }
  })

/** The pages of the services by path. */
export const serviceDetailPages: Record<string, LazyPage> = Object.fromEntries(
  Object.entries(details).map(([id, loadDetail]) => [
    servicePath(id),
    detailPage(id as DetailServiceId, loadDetail),
  ]),
)
