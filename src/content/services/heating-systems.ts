import { business } from '../business.ts'
import { type ServiceDetail, serviceImageAlts } from './service-detail.ts'

/*
 * Sources. Heat pump minimums of 14.3 SEER2 and 7.5 HSPF2: 10 CFR 430.32(c). A 10 kW strip heater
 * at 240 V draws 41.7 A. Two to three units of heat for one of electricity: HSPF2 of 7.5 to 10,
 * divided by 3.412.
 */

/** The page of Heating Systems. */
export const heatingSystems = {
  title: 'Heating Systems',
  subtitle: 'Ready for the few cold weeks when everyone needs heat at once',
  imageAlt: serviceImageAlts['heating-systems'],
  description: [
    'A heater here sleeps for ten months and is then expected to work the first night it drops below forty. That first night shows what the summer did: a stuck reversing valve, a burned-out strip, a sequencer welded shut. A dusty smell for the first few minutes is normal. Smoke, or a smell that stays, isn’t.',
    'Most homes here have a heat pump, which gives two to three units of heat for each unit of electricity. Electric strips help on cold nights and during defrost. Strips alone cost two to three times as much to run, and one ten-kilowatt set draws about 42 amps. If the winter bill jumped, the heat pump may have quit while the strips do everything. The house stays warm, so nobody notices.',
    'The contractor we match you with tests both stages and sets the changeover properly. On gas furnaces the heat exchanger, the venting and carbon monoxide are checked. A new split heat pump must reach at least 14.3 SEER2 and 7.5 HSPF2, so it helps in summer too.',
  ],
  features: [
    'Heat pumps installed, with cooling sized first',
    'Reversing valves, defrost boards and sensors repaired',
    'Strip heat, sequencers and breakers tested under load',
    'Gas furnace combustion and venting checked',
    'Thermostats set up so strips run only when needed',
    'Ductless heat pumps for rooms the ducts don’t reach',
  ],
  benefits: [
    {
      title: 'No shock on the winter bill',
      description:
        'When the heat pump carries the load and strips only help, a cold week costs far less.',
    },
    {
      title: 'Safe on the first cold night',
      description:
        'Loose lugs, scorched wire and blocked flues are found in daylight, before anyone sleeps ' +
        'with the heat on.',
    },
    {
      title: 'One system for both seasons',
      description:
        'A modern heat pump cools, dries and heats with one outdoor unit and one set of ducts.',
    },
  ],
  process: [
    {
      title: 'Tell us how you heat',
      description: 'Heat pump, strips, gas or not sure. The model number on the label helps.',
    },
    {
      title: 'Local match',
      description: 'We choose a contractor who works on that kind of heating in your town.',
    },
    {
      title: 'Test every stage',
      description: 'Heat pump, strips, defrost and safeties are run one by one and measured.',
    },
    {
      title: 'Options on paper',
      description: 'Repair or a new heat pump, with ratings, price and yearly running cost.',
    },
    {
      title: 'Install and set',
      description:
        'The work is done under permit where required, and you’re shown how to use the thermostat.',
    },
  ],
  costOfWaiting:
    'After the first freeze warning, every heating contractor in the county is busy. And strips that stand in for a dead heat pump can double a month’s heating bill before anyone notices.',
  metaTitle: 'Heat Pump and Heating System Installation in {town} FL',
  metaDescription:
    'Heat pumps, strip heat and gas furnaces installed, tested and repaired before the first ' +
    `cold night. Get a free estimate from a ${business.contractors.licensed} contractor near you.`,
} as const satisfies ServiceDetail
