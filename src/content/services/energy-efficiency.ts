import { type ServiceDetail, serviceImageAlts } from './service-detail.ts'

/*
 * Sources. Duct losses of 20 to 30 percent in a typical house: ENERGY STAR. Minimum ratings:
 * 10 CFR 430.32(c) (heat pumps 14.3 SEER2 and 7.5 HSPF2; Southeast air conditioners 14.3 and 13.8
 * SEER2). Attic insulation of R-38: Florida Building Code, Energy Conservation, climate zone 2.
 */

/** The page of Energy Efficiency Upgrades. */
export const energyEfficiency = {
  title: 'Energy Efficiency Upgrades',
  subtitle: 'Lower bills in the right order: house, ducts, then equipment',
  imageAlt: serviceImageAlts['energy-efficiency'],
  description: [
    'Cooling is the largest part of most Florida power bills, and much of it never reaches a room. In a typical house 20 to 30 percent of the air that moves through the ducts is lost to leaks. When those ducts run through a 130-degree attic, you pay to cool the attic.',
    'So the cheapest savings are usually in the ducts and the attic, not in the catalog. The contractor we match you with tests first: duct leakage, airflow, insulation depth, how your system runs. Then you hear which steps pay back soonest. Sealed ducts and R-38 over the ceiling may let the next system be a size smaller.',
    'For equipment, look at two ratings. SEER2 is for cooling, HSPF2 for heat pump heating. The legal floor is 14.3 SEER2 for most split systems here and 7.5 HSPF2 for split heat pumps. Variable-speed systems go well above it. Because they run long and slow, they remove more moisture, so many people are comfortable at a higher setting. Ask your utility about current rebates. The contractor can prepare the paperwork.',
  ],
  features: [
    'Duct leakage test, mastic sealing and retest',
    'Attic insulation and air sealing at the ceiling',
    'High-SEER2 heat pumps with variable-speed drives',
    'Smart thermostats with humidity control',
    'Airflow corrected to the system’s rating',
    'Help with utility rebate forms and AHRI certificates',
  ],
  benefits: [
    {
      title: 'A smaller summer bill',
      description:
        'Tighter ducts and fewer watts per ton show up on every bill from May to October.',
    },
    {
      title: 'Comfort at a higher setting',
      description:
        'Dry air at 77 degrees can feel better than damp air at 74. Each degree you can raise the thermostat saves more.',
    },
    {
      title: 'Results you can check',
      description:
        'Leakage and airflow are measured before and after, so you know what you paid for ' +
        'instead of hoping.',
    },
  ],
  process: [
    {
      title: 'Look at the bills',
      description: 'Twelve months of use show how much goes into cooling and how much elsewhere.',
    },
    {
      title: 'Test house and ducts',
      description: 'Duct leakage, static pressure, insulation and window exposure are recorded.',
    },
    {
      title: 'Rank the upgrades',
      description: 'Each step gets a price and its likely savings, in the order that makes sense.',
    },
    {
      title: 'Install what you chose',
      description: 'Sealing and insulation come first, so new equipment can be sized to them.',
    },
    {
      title: 'Test again',
      description:
        'The measurements are repeated, the thermostat schedule is set, and you get the paperwork.',
    },
  ],
  costOfWaiting:
    'Leaky ducts cost you money every hour the system runs. And a new high-efficiency unit on old, leaky ducts never delivers the rating you paid extra for.',
  metaTitle: 'HVAC Energy Efficiency Upgrades in {region} Homes',
  metaDescription:
    'Cut your cooling costs in the right order: duct sealing, attic insulation, smart ' +
    'thermostats and high-SEER2 heat pumps. Get a free estimate near {town}.',
} as const satisfies ServiceDetail
