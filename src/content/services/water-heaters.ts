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
    'A tank water heater gives eight to twelve years of service, and the hard water of ' +
      'Florida does it no favors. Scale settles on the lower element, the anode rod is ' +
      'eaten away, and then the tank rusts from inside. Lukewarm water or a ' +
      'rumbling sound can often be repaired. Water under the tank cannot.',
    'If you replace an electric tank, look at a heat-pump model. It moves heat out of the ' +
      'surrounding air instead of making it, and can use up to 70 percent less energy than a ' +
      'standard electric tank. A Florida garage suits it: warm all year, and the unit cools ' +
      'and dries it a little. It needs enough air around it, a condensate drain and some ' +
      'headroom, so the space is measured first.',
    'Replacing a water heater takes a permit and a contractor with the license for it. The one we match you ' +
      'with, an HVAC contractor or a plumbing partner as the work requires, sees to both, and ' +
      'to the details that inspectors look for: relief valve piping, drain pan, shutoff, and an ' +
      'expansion tank where the supply has a check valve.',
  ],
  features: [
    'Electric and gas tank water heaters replaced',
    'Heat-pump water heaters sized, placed and drained',
    'Elements, thermostats and relief valves repaired',
    'Anode rods checked and tanks flushed of scale',
    'Expansion tanks, pans and leak shutoffs added',
    'Tankless units serviced and descaled',
  ],
  benefits: [
    {
      title: 'Hot water for less power',
      description:
        'Heating water is among the largest uses of energy in a home. A heat-pump tank can cut ' +
        'that part of the bill by more than half.',
    },
    {
      title: 'Enough for the whole house',
      description:
        'Size is based on first-hour rating, meaning how much your household uses in its ' +
        'busiest hour, not on the old label.',
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
      title: 'Match with the trade',
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
      description:
        'The old tank is hauled away, the new one filled, set, and passed by the inspector.',
    },
  ],
  costOfWaiting:
    'A tank that seeps will let go, usually at night, and dump forty or more gallons into the ' +
    'garage or the hallway while the supply keeps filling it.',
  metaTitle: 'Water Heater Repair and Replacement in {town}, Florida',
  metaDescription:
    'Tank or heat-pump water heater: repaired, flushed or replaced under permit by a ' +
    `${business.contractors.licensed} contractor. Free estimates in {towns} and nearby.`,
} as const satisfies ServiceDetail
