import { business } from '../business.ts'
import { breakerRule, burningRule } from '../safety.ts'
import { type ServiceDetail, serviceImageAlts } from './service-detail.ts'

/** The page of Emergency HVAC. */
export const emergencyHvac = {
  title: 'Emergency HVAC',
  subtitle: 'AC out, a leak, smoke or gas: what to do now, and who to call',
  imageAlt: serviceImageAlts['emergency-hvac'],
  description: [
    `If no one is in danger, call {phone}, our {always} emergency line. We look for an on-call contractor in the network. Emergencies are matched in ${business.responsePromise.emergency}.`,
    `While you wait: If water drips from the ceiling, switch the thermostat off and put a bucket under the drip. If the lines or the coil are iced over, switch cooling off and the fan on to thaw them. A burning smell from the air handler? ${burningRule} A breaker that tripped? ${breakerRule}`,
    'Summer storms bring their own work. Lightning takes out control boards and compressors, and hurricanes leave condensers moved, flooded or full of debris. A unit that sat in water must be checked before it’s turned back on. The contractor photographs the storm damage and writes it up. Your insurer will ask for both.',
  ],
  features: [
    '{always} emergency line',
    'No-cooling and no-heat calls, homes and businesses',
    'Overflowing pans and ceiling leaks stopped',
    'Burning smells, buzzing and breakers that trip',
    'Lightning, surge, flood and wind damage assessed',
    'Photos and written findings for insurance claims',
  ],
  benefits: [
    {
      title: 'Advice while you wait',
      description:
        'On the phone you hear what to shut off, what to leave on and how to keep people cool.',
    },
    {
      title: 'Safe first, then fixed',
      description:
        'First, the danger or the damage is stopped. A permanent repair is priced separately, so you don’t have to decide at midnight.',
    },
    {
      title: 'Help with the claim',
      description:
        'You get the report and photos for a storm or surge claim. The insurer decides on it.',
    },
  ],
  process: [
    {
      title: 'Call, don’t wait',
      description: 'The form is for estimates. In an emergency, the phone is fastest.',
    },
    {
      title: 'Three questions',
      description:
        'What you see or smell, who is in the house, and whether anything is wet or hot.',
    },
    {
      title: 'A contractor on call',
      description: 'We find one near you and tell you who it is and when they’ll call.',
    },
    {
      title: 'Make it safe',
      description: 'Power, water or fuel is shut off, and cooling is restored where parts allow.',
    },
    {
      title: 'Plan the permanent repair',
      description: 'You get the findings and a written price, and decide in daylight.',
    },
  ],
  costOfWaiting:
    'Water spreads, heat builds up and a part that buzzes today can burn tomorrow. The ' +
    'sooner the power or the water is off, the less there is to repair.',
  metaTitle: `{always} Emergency HVAC Service in {town} and Nearby Towns`,
  metaDescription:
    `No cooling, a ceiling leak or storm damage? Call our {always} line to be matched with a ` +
    `${business.contractors.licensed} emergency HVAC contractor in {town} and the nearby towns.`,
} as const satisfies ServiceDetail
