import { type ServiceDetail, serviceImageAlts } from './service-detail.ts'

/*
 * Sources. The four-point inspection (roof, electrical, plumbing, HVAC) is the form that Florida
 * insurers, Citizens among them, ask for on older homes. Auxiliary pan or water-level switch:
 * Florida Building Code, Mechanical, section 307.2.3.
 */

/** The page of HVAC Inspections. */
export const hvacInspections = {
  title: 'HVAC Inspections',
  subtitle: 'Know what you have before you buy it, insure it or pay to fix it',
  imageAlt: serviceImageAlts['hvac-inspections'],
  description: [
    'A general home inspector runs the air conditioner, feels cold air and moves on. An HVAC inspection takes off the panels. It covers the coil, the blower, the wiring, the drain and the ducts. And it puts numbers beside them: refrigerant readings, static pressure, temperature drop and amps.',
    'Get one before you buy a house, or when an insurer asks for a four-point inspection, which includes HVAC. Get one in spring, before the heat finds the weak part. And get one when you’re told the whole system must go and you want a second opinion.',
    'The contractor we match you with knows what this climate does. It clogs drain lines with algae and rusts air handlers in garages. It pits coils near the coast and crumbles duct jackets in attics. You get the findings in writing, with photos.',
  ],
  features: [
    'Indoor and outdoor coils, blower and cabinet opened',
    'Superheat, subcooling and temperature split read',
    'Static pressure taken and filter fit checked',
    'Drain line, pan and float switch tested with water',
    'Disconnect, breaker, wiring and surge protection checked',
    'Attic ducts checked for leaks, sags and bare spots',
  ],
  benefits: [
    {
      title: 'Leverage before closing',
      description:
        'A dated report on a fifteen-year-old system gives you something to negotiate with.',
    },
    {
      title: 'Small problems stay small',
      description:
        'A swollen capacitor or a slow drain found in April is a short visit. Found in July, it’s a weekend without cooling.',
    },
    {
      title: 'Proof for your warranty',
      description:
        'Manufacturers may ask for records of regular service before they honor a claim. A yearly report is that record.',
    },
  ],
  process: [
    {
      title: 'Choose the reason',
      description:
        'Purchase, insurance, pre-season check or second opinion. That decides what’s checked.',
    },
    {
      title: 'Book a contractor',
      description: 'We match you with a licensed one, who calls you to set the date.',
    },
    {
      title: 'On-site inspection',
      description:
        'The panels come off, and the system runs in cooling and heating. Ducts and drain are included.',
    },
    {
      title: 'Report with photos',
      description:
        'Findings are sorted: unsafe, soon, later, fine. Each has the reading behind it.',
    },
    {
      title: 'Your decision',
      description: 'Ask questions, get a price for any repair, or simply keep the report.',
    },
  ],
  costOfWaiting:
    'No one plans for a drain line that overflows during vacation, or a compressor that fails a month after closing. An hour of looking usually finds the signs of both.',
  metaTitle: 'HVAC Inspections for Home Buyers and Owners in {town}',
  metaDescription:
    'Get a full HVAC inspection with measured readings, photos and a written report. For home ' +
    'buyers, insurance forms and second opinions across {region}.',
} as const satisfies ServiceDetail
