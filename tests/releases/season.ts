import type { ContractorService } from '#/contracts/referrals/contractors.ts'
import type { TownName } from '#/contracts/site/towns.ts'

/** When the first of the leads came. */
const begin = Date.parse('2026-10-05T12:10:00Z')

/** So many minutes after the beginning. */
export const after = (minutes: number) => new Date(begin + minutes * 60_000)

/** An invented visitor: name, town, service, what was written, and where they came from. */
type Visitor = [string, TownName, string, string | null, string]

/** Nobody of these lives; their numbers are kept free for stories. */
export const visitors: Visitor[] = [
  ['Maria Alvarez', 'Deltona', 'ac-repair', 'The unit outside hums but does not start.', 'google'],
  ['Tom Whitaker', 'DeLand', 'heating-systems', 'No warm air since last night.', 'direct'],
  ['Priya Raman', 'Sanford', 'duct-cleaning', 'We moved in and it smells of dust.', 'google ads'],
  [
    'Jürgen Klose',
    'Lake Mary',
    'energy-efficiency',
    'Bill doubled – is it the old system?',
    'yelp',
  ],
  ['Ana Sofía Núñez', 'Orange City', 'ac-repair', null, 'google'],
  ['Walter Boone', 'DeBary', 'water-heaters', 'Tank leaks a little.\nNot urgent yet.', 'direct'],
  ['Keisha Brooks', 'Oviedo', 'emergency-hvac', 'Baby at home, 91 °F inside!', 'google ads'],
  ['Lena O’Connor', 'Longwood', 'hvac-inspections', 'Before we buy the house.', 'direct'],
  ['Samuel Ortiz', 'Winter Park', 'commercial-hvac', 'Two rooftop units on a bakery.', 'google'],
  ['Grace Lin', 'Casselberry', 'residential-hvac', 'Second floor never cools.', 'facebook'],
  ['Dmitri Volkov', 'Winter Springs', 'ac-repair', 'Ice on the pipe outside.', 'google'],
  ['Ruth Abernathy', 'Enterprise', 'heating-systems', 'Pilot light will not stay lit.', 'direct'],
  ['Omar Haddad', 'Altamonte Springs', 'duct-cleaning', null, 'yelp'],
  ['Carol Jennings', 'Osteen', 'drain-cleaning', 'Water under the air handler.', 'google'],
  ['Nguyễn Minh', 'Lake Monroe', 'ac-repair', 'Makes a grinding noise "like gravel".', 'direct'],
  [
    'Beth Salazar',
    'Deltona',
    'residential-hvac',
    'Quote for a new system, 1,800 sq ft.',
    'google ads',
  ],
]

/** A company: its name, who answers, what it does, and where. */
type Company = [string, string, ContractorService[], TownName[]]

/** Invented contractors. */
export const companies: Company[] = [
  ['Lakeside Air', 'Ana Torres', ['ac-repair', 'heating-systems'], ['Deltona', 'DeBary']],
  ['St. Johns Heating & Cooling', 'Bill Marsh', ['ac-repair', 'duct-cleaning'], ['Sanford']],
  [
    'Fern Park Comfort',
    'Dee Okafor',
    ['residential-hvac', 'ac-repair'],
    ['Casselberry', 'Deltona'],
  ],
]
