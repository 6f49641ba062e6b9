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
    'A general home inspector runs the air conditioner, feels that it is cold and moves on. An ' +
      'HVAC inspection takes off the panels. It looks at the coil, the blower, the wiring, the ' +
      'drain and the ducts, and it puts numbers beside them: refrigerant readings, static ' +
      'pressure, temperature drop, amps.',
    'There are four good moments for it. Before you buy a house. When an insurer asks for a ' +
      'four-point inspection, which in Florida includes the heating and cooling. In spring, ' +
      'before the season that will find the weak part anyway. And when someone tells you ' +
      'the whole system must go, and you want a second pair of eyes.',
    'The contractor we match you with knows what this climate does: algae in drain lines, rust ' +
      'in air handlers that sit in garages, pitted coils on homes toward the coast, ducts whose ' +
      'outer jacket has crumbled in the attic. You get it in writing, with photos.',
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
      title: 'Leverage at closing',
      description:
        'A dated report on a fifteen-year-old system is something a seller has to answer.',
    },
    {
      title: 'Small faults stay small',
      description:
        'A swollen capacitor or a slow drain found in April is a short visit. Found in July, it ' +
        'is a weekend without cooling.',
    },
    {
      title: 'Proof for your warranty',
      description:
        'Manufacturers may ask for records of regular service before they honor a claim. A ' +
        'yearly report is such a record.',
    },
  ],
  process: [
    {
      title: 'Choose the reason',
      description:
        'Purchase, insurance, season start or second opinion. It decides what is checked.',
    },
    {
      title: 'Book a contractor',
      description: 'We match you with one who may inspect it and has time on your date.',
    },
    {
      title: 'On-site inspection',
      description: 'Panels off, system run in cooling and heating, ducts and drain included.',
    },
    {
      title: 'Report with photos',
      description:
        'Findings are sorted: unsafe, soon, later, fine. Each with the reading behind it.',
    },
    {
      title: 'Your decision',
      description: 'Ask questions, get a price for any repair, or simply keep the report.',
    },
  ],
  costOfWaiting:
    'No one plans for the drain line that overflows while they are away, or for the compressor ' +
    'that fails a month after closing. An hour of looking usually finds the signs of both.',
  metaTitle: 'HVAC Inspections for Home Buyers and Owners in {town}',
  metaDescription:
    'Get a full HVAC inspection with measured readings, photos and a written report, for home ' +
    'buyers, insurance forms and second opinions across {region}.',
} as const satisfies ServiceDetail
