import { business } from '../business.ts'
import { type ServiceDetail, serviceImageAlts } from './service-detail.ts'

/*
 * Sources. Wind resistance of rooftop equipment: Florida Building Code, Mechanical, section 301.
 * Maintenance practice: ANSI/ASHRAE/ACCA Standard 180. Florida license classes: Florida Statutes
 * 489.105 (class B: up to 25 tons of cooling and 500,000 Btu/h of heating in any one system).
 */

/** The page of Commercial HVAC. */
export const commercialHvac = {
  title: 'Commercial HVAC',
  subtitle: 'Rooftop units, splits and ventilation for businesses',
  imageAlt: serviceImageAlts['commercial-hvac'],
  description: [
    'A store at 80 degrees loses customers by the hour, and a kitchen at 95 loses cooks. A server closet can go down on a Sunday with nobody there. Commercial equipment here runs nearly all year on a hot roof, in sun, rain and lightning. It lasts when it’s maintained on a schedule.',
    'Ventilation is the other half. Every building has to bring in outside air for its people, and in Florida that air arrives hot and wet. When exhaust fans pull out more than the units bring in, the doors whistle and the ceiling tiles stain. Humid air gets in through every crack. The contractor we match you with measures that balance instead of simply adding tons.',
    'Commercial work also needs the right license. A Florida class B air-conditioning license covers systems of up to 25 tons of cooling; larger systems need class A. We match the building to a contractor who’s licensed for the work.',
  ],
  features: [
    'Packaged rooftop units repaired and replaced',
    'Curb adapters, crane lifts and wind anchoring',
    'Maintenance agreements with a log for each unit',
    'Outside-air, exhaust and make-up air balancing',
    'Thermostats and controls with schedules by zone',
    'Mini splits for server rooms and small offices',
  ],
  benefits: [
    {
      title: 'Work outside business hours',
      description:
        'Lifts, shutdowns and filter changes are planned for early mornings, nights or weekends, ' +
        'so you can stay open.',
    },
    {
      title: 'Costs you can plan for',
      description:
        'Once you know each unit’s age, condition and expected life, you can budget replacements one by one.',
    },
    {
      title: 'Paperwork in order',
      description:
        'Permits, refrigerant records and maintenance logs are kept for your landlord, your ' +
        'insurer and the inspector.',
    },
  ],
  process: [
    {
      title: 'Describe the building',
      description: 'Its use, its hours, the number of units and who has the roof key.',
    },
    {
      title: 'Matched by license and trade',
      description:
        'We look for a contractor with the right license class who works on your kind of site.',
    },
    {
      title: 'On-site survey',
      description: 'Each unit is identified, photographed and checked, inside and on the roof.',
    },
    {
      title: 'Proposal by priority',
      description: 'What must be done now, what can wait, and what each part costs.',
    },
    {
      title: 'Scheduled work and handover',
      description: 'The work is done at the scheduled hours and ends with a start-up report.',
    },
  ],
  costOfWaiting:
    'A worn belt or a blocked drain on the roof is a small job. Left alone, it ends in a burned-out compressor, wet ceilings and a closed store on your busiest day.',
  metaTitle: 'Commercial HVAC Contractors in {towns}',
  metaDescription:
    'Rooftop units, maintenance agreements and ventilation for shops, offices and ' +
    `restaurants. Get matched with a ${business.contractors.licensed} commercial HVAC contractor nearby.`,
} as const satisfies ServiceDetail
