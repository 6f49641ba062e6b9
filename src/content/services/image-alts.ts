import type { DetailServiceId } from '#/contracts/services.ts'

/** What each service's picture shows. Cards and detail pages share the picture and this text. */
export const serviceImageAlts = {
  'residential-hvac': 'Florida house with a condenser on a pad at its side',
  'commercial-hvac': 'Packaged rooftop unit on a curb above a flat roof',
  'ac-repair': 'Gauge manifold hooked up to an outdoor condenser',
  'hvac-inspections': 'Open air handler with a checklist and clamp meter',
  'energy-efficiency': 'Wall thermostat beside a ductless mini split',
  'drain-cleaning': 'Air handler with its condensate drain line and float switch',
  'water-heaters': 'Tank water heater with relief valve and drain pan',
  'emergency-hvac': 'Service van with its amber beacon lit beside a condenser',
  'duct-cleaning': 'Sheet-metal duct trunk with take-offs and a cleaning machine',
  'heating-systems': 'Air handler with electric heat strips glowing inside',
} as const satisfies Record<DetailServiceId, string>
