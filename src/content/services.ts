import type { DetailServiceId, serviceChoices } from '#/contracts/site/services.ts'
import { business } from './business.ts'

/** Every service of the catalogue: those with a page, and `maintenance`, which has none. */
type ServiceId = DetailServiceId | 'maintenance'

/** The name of each service. The id is also the slug. */
export const services = {
  'residential-hvac': { name: 'Residential HVAC' },
  'commercial-hvac': { name: 'Commercial HVAC' },
  'ac-repair': { name: 'AC Repair & Installation' },
  'heating-systems': { name: 'Heating Systems' },
  'emergency-hvac': { name: 'Emergency HVAC' },
  'duct-cleaning': { name: 'Duct Cleaning & Air Quality' },
  maintenance: { name: 'HVAC Maintenance' },
  'hvac-inspections': { name: 'HVAC Inspections' },
  'energy-efficiency': { name: 'Energy Efficiency Upgrades' },
  'drain-cleaning': { name: 'Drain Cleaning' },
  'water-heaters': { name: 'Water Heaters' },
} as const satisfies Record<ServiceId, { name: string }>

/** Each service in one line. The first seven are the catalogue in its short form. */
export const shortDescriptions = {
  'residential-hvac': 'Expert installation and repair for homes',
  'commercial-hvac': 'Professional solutions for businesses',
  'ac-repair': 'Fast, reliable air conditioning repairs and installations',
  'heating-systems': 'Professional heating system installation and maintenance',
  'emergency-hvac': `${business.hours.always} emergency services for urgent issues`,
  'duct-cleaning': 'Professional duct cleaning and indoor air quality services',
  maintenance: 'Preventive maintenance to keep systems running efficiently',
  'hvac-inspections': 'Full system checks with a written report',
  'energy-efficiency': 'Upgrades that lower cooling and heating costs',
  'drain-cleaning': 'Clogged condensate lines and household drains cleared',
  'water-heaters': 'Tank and heat-pump water heaters repaired and replaced',
} as const satisfies Record<ServiceId, string>

/** The labels of the form's Service Needed list; `serviceChoices` has their order. */
export const serviceChoiceLabels = {
  'residential-hvac': 'Residential HVAC',
  'commercial-hvac': 'Commercial HVAC',
  'ac-repair': 'AC Repair & Installation',
  'hvac-inspections': 'HVAC Inspections',
  'energy-efficiency': 'Energy Efficiency Upgrades',
  'duct-cleaning': 'Duct Cleaning',
  'heating-systems': 'Heating System Installation',
  'emergency-hvac': 'Emergency HVAC',
  'not-sure': 'Not Sure / Need Consultation',
} as const satisfies Record<(typeof serviceChoices)[number], string>
