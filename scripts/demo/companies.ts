import type { ContractorFields, ContractorService } from '#/contracts/referrals/contractors.ts'
import type { TownName } from '#/contracts/site/towns.ts'
import type { Random } from './random.ts'

const repair: ContractorService[] = ['ac-repair', 'residential-hvac', 'heating-systems']
const service: ContractorService[] = [...repair, 'hvac-inspections', 'energy-efficiency']
const air: ContractorService[] = ['duct-cleaning', 'hvac-inspections']
const large: ContractorService[] = ['commercial-hvac', 'hvac-inspections', 'energy-efficiency']

const west: TownName[] = ['Deltona', 'DeBary', 'Orange City', 'Enterprise', 'Osteen']
const north: TownName[] = ['DeLand', 'Orange City', 'DeBary', 'Deltona']
const middle: TownName[] = ['Sanford', 'Lake Mary', 'Lake Monroe', 'DeBary', 'Deltona', 'Longwood']
const south: TownName[] = [
  'Altamonte Springs',
  'Casselberry',
  'Longwood',
  'Winter Park',
  'Lake Mary',
]
const east: TownName[] = ['Oviedo', 'Winter Springs', 'Casselberry', 'Winter Park', 'Osteen']
const everywhere: TownName[] = [...new Set([...west, ...north, ...middle, ...south, ...east])]

/** A company: its name, whom to ask for, what it does, where, and whether around the clock. */
type Company = [string, string, ContractorService[], TownName[], 'day' | 'night']

/** Companies that do not exist. */
const companies: Company[] = [
  ['Lakeside Air', 'Ana Torres', service, west, 'night'],
  ['St. Johns Heating & Cooling', 'Bill Marsh', service, middle, 'night'],
  ['Fern Park Comfort', 'Dee Okafor', repair, south, 'day'],
  ['Blue Spring Mechanical', 'Carl Hanover', service, north, 'night'],
  ['Wekiva Air & Heat', 'Mo Castellan', service, south, 'night'],
  ['Three Lakes Refrigeration', 'Sam Dubois', large, everywhere, 'night'],
  ['Orange Grove Comfort Co.', 'Nell Ramsay', repair, west, 'day'],
  ['Black Bear Heating & Air', 'Troy Vance', service, north, 'day'],
  ['Palmetto Duct & Vent', 'Iris Chen', air, everywhere, 'day'],
  ['Clear Run Air Quality', 'Owen Tate', air, south, 'day'],
  ['Riverwalk Mechanical', 'Beth Arroyo', large, middle, 'day'],
  ['Sunbeam Home Comfort', 'Hal Whitaker', service, west, 'day'],
  ['Tuskawilla Cooling', 'Rafael Ortiz', service, east, 'night'],
  ['Big Cypress Commercial Air', 'Don Esposito', large, everywhere, 'day'],
  ['Citrus & Sons Air', 'Walt Citrus', repair, west, 'day'],
  ['Cool Harbor Services', 'Tess Lind', service, middle, 'day'],
  ['Wildwood Breeze Heating', 'Art Nolan', repair, east, 'day'],
  ['Halfmoon Home Air', 'Ray Sutter', service, south, 'day'],
]

/** How one of them works with the network. */
export type Manner = {
  /** Of the offers that they get, so many are answered, and of those so many with a yes. */
  answers: number
  accepts: number
  /** In minutes of opening hours. */
  answersAfter: number
}

const slug = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/** Some of them are not as they should be, so that there is something to see to. */
function trouble(index: number, dayIn: (days: number) => string): Partial<ContractorFields> {
  if (index === 9) return { insuranceExpiresOn: dayIn(-9) }
  if (index === 12) return { licenseExpiresOn: dayIn(17) }
  if (index === 14) return { pausedUntil: dayIn(11), notes: 'Two vans in the shop. Back soon.' }
  return {}
}

const remarks = [
  'Wants a call before the offer on weekends.',
  'Good with older heat pumps.',
  'Bilingual crew.',
  'Asked for more commercial work.',
]

/** The contractors of the network, as an owner types them. No license of the state begins with CAC00. */
export function makeContractors(random: Random, dayIn: (days: number) => string) {
  return companies.map(([companyName, contactName, services, towns, hours], index) => {
    const fields: ContractorFields = {
      companyName,
      contactName,
      services,
      towns,
      email: `office@${slug(companyName)}.example.com`,
      phone: `321555${String(100 + index).padStart(4, '0')}`,
      licenseNumber: `CAC${String(index + 1).padStart(7, '0')}`,
      licenseExpiresOn: dayIn(random.between(90, 700)),
      insuranceExpiresOn: dayIn(random.between(60, 360)),
      answersEmergencies: hours === 'night',
      mostOffersAWeek: random.chance(0.4) ? random.between(2, 6) : null,
      mostOpenOffers: 3,
      offerHours: null,
      pausedUntil: null,
      notes: random.chance(0.2) ? random.pick(remarks) : '',
      ...trouble(index, dayIn),
    }
    const isSlow = index % 7 === 5
    const manner: Manner = {
      answers: isSlow ? 0.45 : 0.9,
      accepts: isSlow ? 0.5 : 0.74,
      answersAfter: random.between(15, isSlow ? 200 : 90),
    }
    return { fields, manner }
  })
}
