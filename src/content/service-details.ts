import type { DetailServiceId } from '#/contracts/site/services.ts'
import { acRepair } from './services/ac-repair.ts'
import { commercialHvac } from './services/commercial-hvac.ts'
import { drainCleaning } from './services/drain-cleaning.ts'
import { ductCleaning } from './services/duct-cleaning.ts'
import { emergencyHvac } from './services/emergency-hvac.ts'
import { energyEfficiency } from './services/energy-efficiency.ts'
import { heatingSystems } from './services/heating-systems.ts'
import { hvacInspections } from './services/hvac-inspections.ts'
import { residentialHvac } from './services/residential-hvac.ts'
import type { ServiceDetail } from './services/service-detail.ts'
import { waterHeaters } from './services/water-heaters.ts'

/** The texts of every service's page; `detailServiceIds` has the order. Only the server renders them. */
export const serviceDetails = {
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
} as const satisfies Record<DetailServiceId, ServiceDetail>
