import { type ServiceDetail, serviceImageAlts } from './service-detail.ts'

/*
 * Sources. Water-level switch or auxiliary pan: Florida Building Code, Mechanical, section 307.2.3.
 * Bleach is left out on purpose: several coil makers advise against it near aluminum and copper.
 */

/** The page of Drain Cleaning. */
export const drainCleaning = {
  title: 'Drain Cleaning',
  subtitle: 'Condensate lines cleared, and household drains through plumbing partners',
  imageAlt: serviceImageAlts['drain-cleaning'],
  description: [
    'On a humid day an air conditioner takes gallons of water out of the house. All of it leaves through one plastic pipe, three quarters of an inch wide. Dark, wet and warm, it’s a good home for algae. When the pipe clogs, a float switch should stop the system. Where there’s no switch, or it sticks, the pan overflows into the ceiling, the closet or the garage.',
    'So when a system simply stops in the wet season, the reason is often the drain and not the machine. The contractor we match you with vacuums the line from outside and flushes it from the air handler. They clean the trap and the pan, and test the float switch with water.',
    'Kitchen, bath and main sewer drains are plumbing, and in Florida they call for a licensed plumbing contractor. We pass such requests to plumbing partners, who use a cable, water jetting or a camera as the pipe requires. Many houses here from before the mid-1970s have cast iron under the slab. For those, a camera inspection comes first.',
  ],
  features: [
    'Condensate line vacuumed, flushed and flow-tested',
    'Trap, pan and coil drain port cleaned by hand',
    'Float switch tested, replaced or added',
    'Cleanout tee and service access added',
    'Slow sinks, tubs and showers cleared by a plumber',
    'Main line cleaning with camera inspection',
  ],
  benefits: [
    {
      title: 'Ceilings stay dry',
      description:
        'A clear line and a working switch are cheap insurance against a soaked ceiling ' +
        'below an attic air handler.',
    },
    {
      title: 'Cooling that doesn’t cut out',
      description:
        'A clear line no longer trips the float switch on the most humid afternoon of ' +
        'the year.',
    },
    {
      title: 'The right trade for the pipe',
      description:
        'HVAC techs for the condensate line, plumbers for the rest. You make one call, and we ' +
        'sort it out.',
    },
  ],
  process: [
    {
      title: 'Tell us where the water is',
      description: 'At the air handler, outside, in a sink, or coming up in the shower.',
    },
    {
      title: 'Sent to the right trade',
      description: 'We match you with an air-conditioning contractor or a plumbing partner.',
    },
    {
      title: 'Find the blockage',
      description: 'The line is traced and tested, with a camera where that saves digging.',
    },
    {
      title: 'Clear and flush',
      description: 'Vacuum, cable or water jet, chosen for the pipe, until it runs freely.',
    },
    {
      title: 'Keep it clear',
      description:
        'Switches are tested, and you’re shown the cleanout and how to flush it yourself.',
    },
  ],
  costOfWaiting:
    'A clog costs a service visit. An overflow costs drywall, flooring and sometimes mold work. ' +
    'Insurers may deny a claim for a leak that was ignored.',
  metaTitle: 'AC Drain Line and Household Drain Cleaning in {town}',
  metaDescription:
    'Is the AC drain clogged, or did the float switch trip? Get the condensate line cleared, or a ' +
    'slow household drain opened by a plumbing partner near {town}.',
} as const satisfies ServiceDetail
