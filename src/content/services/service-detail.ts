import type { DetailServiceId } from '#/contracts/site/services.ts'

/** A short titled text: a benefit, or a step of the process. */
type TitledText = {
  readonly title: string
  readonly description: string
}

/** The words of a service page. */
export type ServiceDetail = {
  readonly title: string
  readonly subtitle: string
  readonly imageAlt: string
  /** Paragraphs of the overview. */
  readonly description: readonly string[]
  readonly features: readonly [string, string, string, string, string, string]
  readonly benefits: readonly [TitledText, TitledText, TitledText]
  readonly process: readonly [TitledText, TitledText, TitledText, TitledText, TitledText]
  /** What it costs, in money or trouble, not to have the work done. */
  readonly costOfWaiting: string
  /** 50 to 60 characters. */
  readonly metaTitle: string
  /** 150 to 160 characters. */
  readonly metaDescription: string
}

/** The alt text of each service's picture, which cards and detail pages share. */
export const serviceImageAlts = {
  'residential-hvac': 'Cutaway of a home with attic ducts, air handler and condenser',
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
