import { business } from '../business.ts'
import { type ServiceDetail, serviceImageAlts } from './service-detail.ts'

/*
 * Sources. Heat pump water heaters, up to 70 percent less energy than standard electric tanks:
 * ENERGY STAR. Setting of 120 °F: US Department of Energy. Expansion control in closed systems:
 * Florida Building Code, Plumbing, section 607.3.
 */

/** The page of Water Heaters. */
export const waterHeaters = {
  title: 'Water Heaters',
  subtitle: 'Tank and heat-pump water heaters, repaired or replaced',
  imageAlt: serviceImageAlts['water-heaters'],
  description: [
    'A tank water heater lasts eight to twelve years, and Florida’s hard water does it no favors. Scale settles on the lower element, the anode rod is eaten away, and then the tank rusts from inside. Lukewarm water or a rumbling sound can often be fixed. A leaking tank can’t.',
    'If you replace an electric tank, look at a heat-pump model. It moves heat out of the surrounding air instead of making it. It can use up to 70 percent less energy than a standard electric tank. A Florida garage suits it: warm all year, and the unit cools and dries it a little. It needs enough air around it, a condensate drain and some headroom, so the space is measured first.',
    'Replacing a water heater takes a permit and the right license. We match you with an HVAC contractor or a plumbing partner, as the work requires. They pull the permit. They also handle what inspectors look for: relief valve piping, drain pan, shutoff, and an expansion tank where needed.',
  ],
  features: [
    'Electric and gas tank water heaters replaced',
    'Heat-pump water heaters sized, installed and piped to a drain',
    'Elements, thermostats and relief valves repaired',
    'Anode rods checked and scale flushed out of tanks',
    'Expansion tanks, pans and leak shutoffs added',
    'Tankless units serviced and descaled',
  ],
  benefits: [
    {
      title: 'Hot water for less power',
      description:
        'Heating water is one of the largest uses of energy in a home. A heat-pump tank can cut that part of the bill by more than half.',
    },
    {
      title: 'Enough for the whole house',
      description:
        'The first-hour rating is matched to your household’s busiest hour, not to the old label.',
    },
    {
      title: 'Safe pressure and heat',
      description:
        'A tested relief valve and a 120-degree setting guard against burst tanks and scalds.',
    },
  ],
  process: [
    {
      title: 'Describe the trouble',
      description: 'No hot water, too little, rusty, noisy or leaking, and the date on the label.',
    },
    {
      title: 'Get the right trade',
      description: 'We find a contractor with the license for electric, gas or heat-pump units.',
    },
    {
      title: 'Check or measure',
      description:
        'Elements, gas valve and anode are tested, or the space is measured for a new unit.',
    },
    {
      title: 'Compare the models',
      description: 'Tank, heat pump or tankless, with price, running cost and warranty in writing.',
    },
    {
      title: 'Install and inspect',
      description: 'The old tank is hauled away. The new one is filled, set and inspected.',
    },
  ],
  costOfWaiting:
    'A seeping tank will let go sooner or later. It dumps forty or more gallons on the floor while the supply keeps refilling it.',
  metaTitle: 'Water Heater Repair and Replacement in {town}, Florida',
  metaDescription:
    'Tank or heat-pump water heater: repaired, flushed or replaced under permit by a ' +
    `${business.contractors.licensed} contractor. Free estimates in {towns} and nearby.`,
} as const satisfies ServiceDetail
