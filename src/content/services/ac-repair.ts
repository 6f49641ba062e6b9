import { business } from '../business.ts'
import { type ServiceDetail, serviceImageAlts } from './service-detail.ts'

/*
 * Sources. Minimum efficiency in the Southeast since 2023: 10 CFR 430.32(c) (split air conditioners
 * 14.3 SEER2 below 45,000 Btu/h, 13.8 SEER2 from there up). Refrigerants of new equipment since
 * January 1, 2025: 40 CFR part 84, subpart B. Technician certification: Clean Air Act section 608.
 */

/** The page of AC Repair & Installation. */
export const acRepair = {
  title: 'AC Repair & Installation',
  subtitle: 'Find the problem, put the price in writing, then fix it',
  imageAlt: serviceImageAlts['ac-repair'],
  description: [
    'Most summer breakdowns come down to a short list. A capacitor cooks in the heat, or a contactor burns out or fills with ants. A fan motor dies, a full drain line trips the float switch, or a coil loses its refrigerant. Many are fixed on the first visit. A good technician takes readings before blaming any of them.',
    'An air conditioner doesn’t use up refrigerant. If it’s low, there’s a leak, and topping it off without finding the leak is money blown into the yard. The contractor we match you with looks for the leak and tells you what the repair costs. Then you can weigh that against the age of the system.',
    'If you replace, expect new refrigerants. Since January 2025 new residential systems are made for R-454B or R-32 instead of R-410A. Both are mildly flammable (class A2L), so they come with their own fittings and leak safeguards. Parts and refrigerant for R-410A systems are still available, so a good one can stay. New split air conditioners in the Southeast must reach at least 14.3 SEER2, or 13.8 in the larger sizes.',
  ],
  features: [
    'Warm air, frozen coils, short cycling and noise traced',
    'Capacitors, contactors, motors and boards replaced',
    'Leak search with detector, dye or nitrogen test',
    'Evaporator and condenser coil repair or replacement',
    'New R-454B and R-32 systems installed and charged',
    'Surge protectors for the condenser and air handler',
  ],
  benefits: [
    {
      title: 'No guessing with parts',
      description:
        'You see the readings that point to the problem, and the old part if it’s replaced.',
    },
    {
      title: 'Honest repair-or-replace math',
      description:
        'Age, refrigerant, warranty and the price of the repair are put side by side, so the decision is yours.',
    },
    {
      title: 'A start-up done by the book',
      description:
        'Lines purged with nitrogen, a deep vacuum and a weighed-in charge are what make a new ' +
        'system last. Ask for the numbers.',
    },
  ],
  process: [
    {
      title: 'Tell us what it’s doing',
      description:
        'Blows warm, won’t start, drips, freezes, trips the breaker. Every detail helps.',
    },
    {
      title: 'Quick match',
      description:
        'We look for a contractor who can get to you soon, and tell you when they’ll call.',
    },
    {
      title: 'Diagnosis',
      description: 'Voltage, amps, pressures, temperatures and airflow are measured and explained.',
    },
    {
      title: 'Written price',
      description: 'You approve the repair, or a new system, before work begins.',
    },
    {
      title: 'Repair and final test',
      description: 'The system runs until supply and return temperatures show that it’s cooling.',
    },
  ],
  costOfWaiting:
    'Running a system that’s iced over or low on refrigerant can ruin the compressor, its most expensive part. Turn it off at the thermostat and have it checked.',
  metaTitle: 'AC Repair and Installation in {towns}',
  metaDescription: `Air conditioner down? Get matched with a ${business.contractors.licensed} contractor for AC repair or a new system near {town}. Diagnosis first, a price in writing. Call now.`,
} as const satisfies ServiceDetail
