import type { DetailServiceId } from '#/contracts/site/services.ts'
import { acRepair } from './ac-repair.ts'
import { commercialHvac } from './commercial-hvac.ts'
import { drainCleaning } from './drain-cleaning.ts'
import { ductCleaning } from './duct-cleaning.ts'
import { emergencyHvac } from './emergency-hvac.ts'
import { energyEfficiency } from './energy-efficiency.ts'
import { heatingSystems } from './heating-systems.ts'
import { hvacInspections } from './hvac-inspections.ts'
import { residentialHvac } from './residential-hvac.ts'
import type { ServiceDetail } from './service-detail.ts'
import { waterHeaters } from './water-heaters.ts'

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
