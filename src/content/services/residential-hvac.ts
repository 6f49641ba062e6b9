import { business } from '../business.ts'
import { type ServiceDetail, serviceImageAlts } from './service-detail.ts'

/*
 * Sources. Attic temperatures of 130-140 °F: Florida Solar Energy Center. Indoor humidity below
 * 60%: US EPA. Sizing calculation and duct sealing with a replacement: Florida Building Code,
 * Energy Conservation.
 */

/** The page of Residential HVAC. */
export const residentialHvac = {
  title: 'Residential HVAC',
  subtitle: 'Cooling, heating and dry air for Florida homes',
  imageAlt: serviceImageAlts['residential-hvac'],
  description: [
    'In this climate an air conditioner has two jobs. It lowers the temperature, and it takes water out of the air. Most comfort complaints here are about the second: a sticky house at 74 degrees, damp sheets, a musty closet. The usual cause is a system too big for the house. It cools the air in a few minutes and shuts off before it has dried anything.',
    'The contractor we match you with starts with the house: its size, windows, insulation and ducts. In many homes the ducts run through an attic that reaches 130 to 140 degrees on a summer afternoon. A leak or a thin spot there costs more comfort than the age of the unit. Sometimes a duct repair is all you need.',
    'Replacing a system in Florida takes a mechanical permit, a sizing calculation and sealing of the duct joints within reach. That protects you. Be wary of anyone who offers to skip the permit.',
  ],
  features: [
    'Split systems, heat pumps and package units replaced',
    'Room-by-room load calculation before a size is chosen',
    'Airflow and static pressure measured at the air handler',
    'Whole-house dehumidifiers and variable-speed blowers',
    'Ductless units for additions, garages and sunrooms',
    'Smart thermostats and zoning set up and explained',
  ],
  benefits: [
    {
      title: 'Rooms that feel the same',
      description:
        'Balanced airflow cools the hot bedroom at the end of the hall without freezing the rest of the house.',
    },
    {
      title: 'Air that’s dry enough',
      description:
        'The right-size system runs long enough to keep indoor humidity below 60 percent. That’s where mold and dust mites lose ground.',
    },
    {
      title: 'A record that helps at resale',
      description: 'Buyers and insurers ask for a closed permit and a registered warranty.',
    },
  ],
  process: [
    {
      title: 'Tell us about the house',
      description: 'Its age and size, the system if you know it, and what’s bothering you.',
    },
    {
      title: 'Get matched',
      description: `We pass your request to a ${business.contractors.licensed} contractor who works on homes in your town.`,
    },
    {
      title: 'Have it measured',
      description: 'The contractor checks equipment, ducts, airflow and humidity at your house.',
    },
    {
      title: 'Choose from written options',
      description: 'Repair, improve or replace, each with its price. Take the time you need.',
    },
    {
      title: 'Work, test, inspection',
      description: 'The job is done, the readings are shown to you, and the permit is closed.',
    },
  ],
  costOfWaiting:
    'A system that short-cycles uses more power, wears its compressor out early and leaves the ' +
    'house damp. Replacing it in a hurry in August also means taking whatever is in stock.',
  metaTitle: 'Residential HVAC in {town} and {region} Homes',
  metaDescription:
    'Heating and cooling for {region} homes: systems of the right size, dry air, even ' +
    `rooms. Get a free estimate from a ${business.contractors.licensed} contractor near you.`,
} as const satisfies ServiceDetail
