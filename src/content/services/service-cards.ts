import type { CardServiceId } from '#/contracts/site/services.ts'
import { services } from '../services.ts'
import { serviceImageAlts } from './service-detail.ts'

/** A card of the home page and the services overview. */
export type ServiceCard = {
  readonly title: string
  readonly description: string
  readonly features: readonly [string, string, string, string]
  readonly imageAlt: string
}

/** The seven cards; `cardServiceIds` has their order. */
export const serviceCards = {
  'residential-hvac': {
    title: services['residential-hvac'].name,
    description:
      'Cooling, heating and moisture control for houses, condos and manufactured homes. New ' +
      'systems sized to the house, and repairs for the one you have.',
    features: [
      'System replacement with a load calculation',
      'Heat pump and straight-cool repairs',
      'Humidity and airflow problems solved',
      'Thermostats, zoning and ductless units',
    ],
    imageAlt: serviceImageAlts['residential-hvac'],
  },
  'commercial-hvac': {
    title: services['commercial-hvac'].name,
    description:
      'Rooftop units, split systems and ventilation for shops, offices, restaurants and churches, with work planned around your business hours.',
    features: [
      'Rooftop unit repair and replacement',
      'Planned maintenance agreements',
      'Outside air and exhaust balancing',
      'After-hours and weekend work',
    ],
    imageAlt: serviceImageAlts['commercial-hvac'],
  },
  'ac-repair': {
    title: services['ac-repair'].name,
    description:
      'Warm air, a frozen coil, a unit that hums and won’t start. The problem is found and priced in writing before any part is replaced.',
    features: [
      'All major brands and refrigerants',
      'Leak search before any recharge',
      'Capacitors, fan motors, boards and coils',
      'New systems with permit and inspection',
    ],
    imageAlt: serviceImageAlts['ac-repair'],
  },
  'heating-systems': {
    title: services['heating-systems'].name,
    description:
      'Heat pumps, strip heat and gas furnaces, ready for the cold night when every heater in the county starts.',
    features: [
      'Heat pump installation and repair',
      'Strip heat and sequencer checks',
      'Gas furnace safety testing',
      'Dual-fuel and ductless heating',
    ],
    imageAlt: serviceImageAlts['heating-systems'],
  },
  'emergency-hvac': {
    title: services['emergency-hvac'].name,
    description:
      'No cooling in August, water through the ceiling, a burning smell from the air handler. ' +
      `Call our {always} emergency line.`,
    features: [
      '{always} emergency line',
      'Burning smells and tripped breakers',
      'Overflowing drain pans stopped',
      'Storm and lightning damage checks',
    ],
    imageAlt: serviceImageAlts['emergency-hvac'],
  },
  'duct-cleaning': {
    title: services['duct-cleaning'].name,
    description:
      'Ducts, coils and blowers cleaned at the source, leaks sealed, and the moisture that ' +
      'feeds mold dealt with first.',
    features: [
      'Negative-pressure duct cleaning',
      'Coil, blower and drain pan cleaning',
      'Duct leakage testing and sealing',
      'Filtration and dehumidifier options',
    ],
    imageAlt: serviceImageAlts['duct-cleaning'],
  },
  'hvac-inspections': {
    title: services['hvac-inspections'].name,
    description:
      'A full check with measured numbers, before you buy a house, before summer or before a big repair.',
    features: [
      'Pre-purchase and pre-season checks',
      'Charge, airflow and temperature readings',
      'Drain, float switch and wiring checks',
      'Written report with photos',
    ],
    imageAlt: serviceImageAlts['hvac-inspections'],
  },
} as const satisfies Record<CardServiceId, ServiceCard>
