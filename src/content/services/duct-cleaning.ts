import { business } from '../business.ts'
import { type ServiceDetail, serviceImageAlts } from './service-detail.ts'

/*
 * Sources. When cleaning makes sense: US EPA, "Should You Have the Air Ducts in Your
 * Home Cleaned?".
 * Method: NADCA's ACR standard (source removal under negative pressure). Mold work of more than
 * ten square feet needs a Florida license: Florida Statutes 468.8411 and 468.8419.
 */

/** The page of Duct Cleaning & Air Quality. */
export const ductCleaning = {
  title: 'Duct Cleaning & Air Quality',
  subtitle: 'Ducts cleaned where they need it, joints sealed, air kept dry',
  imageAlt: serviceImageAlts['duct-cleaning'],
  description: [
    'Not every duct needs cleaning, and a contractor who says yours do without looking is guessing. Cleaning makes sense when you see growth or debris, or when dust comes out of the registers. It also makes sense after construction, rodents or insects. If none of that applies, your money is better spent on filtration or sealing.',
    'Done properly, cleaning means source removal. A vacuum holds the whole duct under negative pressure while brushes and air whips loosen the dirt toward it. The coil, blower and drain pan are part of the job, because that’s where dirt and water meet. Old flexible duct and crumbling duct board may not survive a brush. Then replacing the run is the honest answer.',
    'In Florida the real question is often moisture. Cold ducts sweat in a hot attic when the insulation is thin. Leaking returns pull attic air into the house. The contractor we match you with finds the source first. For more than ten square feet of mold, Florida calls for a licensed mold assessor and remediator.',
  ],
  features: [
    'Supply and return ducts cleaned by source removal',
    'Evaporator coil, blower wheel and pan washed',
    'Photos before and after',
    'Duct leaks sealed with mastic and tested',
    'Media filters, UV lamps and fresh-air intakes',
    'Whole-house dehumidifiers sized and installed',
  ],
  benefits: [
    {
      title: 'Less dust on everything',
      description:
        'Clean returns and a filter that fits without gaps keep dust out of the coil and off the ' +
        'furniture.',
    },
    {
      title: 'No more musty smell',
      description:
        'A clean coil, a clean pan and dry ducts remove the cause. Perfumed sprays only cover it for a week.',
    },
    {
      title: 'Better airflow',
      description:
        'With a clean blower wheel and coil, more air moves with less noise and less power.',
    },
  ],
  process: [
    {
      title: 'Tell us what you notice',
      description: 'Dust, smell, dark spots at the registers, allergies that stop when you go out.',
    },
    {
      title: 'Look inside',
      description: 'The contractor opens the system and shows you on camera what’s there.',
    },
    {
      title: 'Decide what it needs',
      description: 'Cleaning, sealing, replacing a run, drying the air, or nothing at all.',
    },
    {
      title: 'Clean under vacuum',
      description:
        'Registers are covered, floors are protected, and each run is brushed toward the vacuum.',
    },
    {
      title: 'Show the result',
      description: 'You see photos of the same spots afterward, and the airflow readings.',
    },
  ],
  costOfWaiting:
    'Dirt on a wet coil blocks air, grows mold and clogs the drain. Leaking return ducts keep ' +
    'drawing hot, damp attic air into the rooms where you sleep.',
  metaTitle: 'Air Duct Cleaning and Indoor Air Quality in {town}, FL',
  metaDescription:
    'Duct cleaning under negative pressure, coil and blower cleaning, duct sealing and ' +
    `humidity control. Get matched with a ${business.contractors.licensed} contractor close to you.`,
} as const satisfies ServiceDetail
