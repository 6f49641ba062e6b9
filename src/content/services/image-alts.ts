import type { DetailServiceId } from '#/contracts/services.ts'

/** What each service's picture shows. Cards and detail pages share the picture and this text. */
export const serviceImageAlts = {
  'residential-hvac': 'Cut-open home with attic ducts, air handler and condenser',
  'commercial-hvac': 'Packaged rooftop unit on the flat roof of a shop',
  'ac-repair': 'Open condenser with gauge manifold attached and tool bag',
  'hvac-inspections': 'Opened air handler beside a checklist, clamp meter and flashlight',
  'energy-efficiency': 'Mini split and thermostat on ECO beside an insulated wall',
  'drain-cleaning': 'Drain machine feeding its cable into a cleanout below a sink',
  'water-heaters': 'Electric tank water heater in its pan, with relief valve',
  'emergency-hvac': 'Service van with beacons behind traffic cones beside a condenser',
  'duct-cleaning': 'Metal duct with rotary brush and collector machine at work',
  'heating-systems': 'Air handler with glowing heating coils and a warm register',
} as const satisfies Record<DetailServiceId, string>
