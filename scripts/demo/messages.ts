import type { ServiceChoice } from '#/contracts/site/services.ts'
import type { Random } from './random.ts'
import type { Weather } from './season.ts'

/** What people ask for on a day, and how often. */
const servicesIn: Record<Weather, Record<ServiceChoice, number>> = {
  usual: {
    'ac-repair': 22,
    'residential-hvac': 17,
    'hvac-inspections': 14,
    'duct-cleaning': 12,
    'heating-systems': 9,
    'energy-efficiency': 8,
    'commercial-hvac': 7,
    'emergency-hvac': 4,
    'not-sure': 7,
  },
  storm: {
    'ac-repair': 28,
    'emergency-hvac': 27,
    'commercial-hvac': 12,
    'residential-hvac': 12,
    'hvac-inspections': 12,
    'not-sure': 5,
    'duct-cleaning': 2,
    'energy-efficiency': 1,
    'heating-systems': 1,
  },
}

const usual: Record<ServiceChoice, string[]> = {
  'ac-repair': [
    'The unit outside hums but does not start. It is about nine years old.',
    'Blowing air, but not cold any more. Filter is new.',
    'Water is dripping from the vent in the hallway since yesterday.',
    'Thermostat says 74, the house is at 81. Worse in the afternoon.',
    'El aire no enfría desde el lunes. Hablamos español, gracias.',
    'Compressor trips the breaker. Second time this month.',
  ],
  'residential-hvac': [
    'Looking for a quote to replace a 14 year old heat pump, 1,800 square feet, one floor.',
    'The upstairs never gets below 79. Is that ducts or a bigger unit?',
    'Want to compare a heat pump with straight cool and strips. Two story, built 2003.',
    'Mini split for a sunroom, about 240 square feet. HOA wants the outside unit hidden.',
  ],
  'commercial-hvac': [
    'Bakery with two rooftop units. One cannot keep up once the ovens are on.',
    'Dental office, four zones, we need somebody for service twice a year.',
    'Small church, 5-ton package unit, loud bearing. Services are on Sunday, so any weekday is fine.',
    'Warehouse office is at 84 with the unit running all day.',
  ],
  'hvac-inspections': [
    'Buying a house built in 1998 and would like a report before we close.',
    'Have not had it serviced in three years. Just a check, please.',
    'Insurance asks for a letter on the age and the state of the system.',
    'Annual check for two systems, a week day before noon is best.',
  ],
  'energy-efficiency': [
    'The power bill has nearly doubled since last year, same house, same people.',
    'Is a variable speed unit worth it for 1,500 square feet? And which rebates are there?',
    'We have solar and would like to know how to run the AC around it.',
    'Attic is badly insulated, I think we cool the sky. Looking for advice first.',
  ],
  'duct-cleaning': [
    'We moved in a month ago and it smells of dust when the fan starts.',
    'Some vents hardly blow. Could a duct have come off in the attic?',
    'After a renovation there is drywall dust in everything.',
    'Musty smell in two bedrooms. Would like to know if it is mold before anybody cleans.',
  ],
  'heating-systems': [
    'The heat works, but only the emergency heat light is on and the bill shows it.',
    'We would like the heat pump checked before the first cold nights.',
    'Pilot light of the gas furnace will not stay lit.',
  ],
  'emergency-hvac': [
    'No cooling at all and my mother is 86. Please call as soon as you can.',
    'Water is coming through the ceiling under the air handler!',
    'Newborn at home and it is 88 inside.',
    'Burning smell from the closet with the unit, we turned everything off.',
  ],
  'not-sure': [
    'Strange noise from the closet at night. No idea whether it is the AC or the water.',
    'One room is always damp. Who do I even ask for that?',
    'We rent and the landlord wants a quote from us. Please tell me what you need to know.',
  ],
}

const afterStorm: Partial<Record<ServiceChoice, string[]>> = {
  'ac-repair': [
    'Power came back after the storm, the AC did not.',
    'A branch fell on the outside unit. It still runs but screams.',
    'Lightning nearby on Tuesday. Since then only the fan runs.',
  ],
  'emergency-hvac': [
    'The outside unit stood under water last night. Is it safe to switch on?',
    'Tree on the unit, pipe is hissing. What do I do?',
    'No AC since the storm, elderly parents, the generator cannot carry it.',
  ],
  'hvac-inspections': [
    'Adjuster asks for a report on storm damage to the unit, with photos.',
    'Everything runs again, but I would like it checked after the surge.',
  ],
  'commercial-hvac': ['Rooftop unit lost its hood in the storm and the ceiling is wet below it.'],
}

/** What is asked for on a day. */
export const serviceOn = (weather: Weather, random: Random): ServiceChoice =>
  random.weighted(servicesIn[weather])

/** N messages pass before one is written again, where there are others. */
const longestMemory = 30

/** Writes what somebody asks about a service; nothing at times. */
export type Write = (service: ServiceChoice, weather: Weather) => string

/** Makes the function that does so. */
export function createWriter(random: Random): Write {
  const latest: string[] = []
  return (service, weather) => {
    if (random.chance(0.1)) return ''
    const special = weather === 'storm' ? afterStorm[service] : undefined
    const known = special && random.chance(0.65) ? special : usual[service]
    const fresh = known.filter((message) => !latest.includes(message))
    const message = random.pick(fresh.length > 0 ? fresh : known)
    latest.push(message)
    if (latest.length > longestMemory) latest.shift()
    return message
  }
}

/** What people sell to whoever has a form on the internet. */
export const pitches = [
  'We can bring your website to the top of Google with our SEO and backlinks service. Unsubscribe any time.',
  'Need more leads? Our digital marketing agency delivers qualified leads to contractors like you.',
  'We write guest posts with backlinks that raise your search engine ranking.',
]

/** What the team writes down after a call. */
export const notes = [
  'Called back, wants somebody this week, mornings.',
  'Left a message, will try again after five.',
  'Gate code is with the neighbor. Dog is friendly.',
  'Has two other quotes already, price matters.',
  'System is from 2009, R-22. Probably a replacement.',
  'Prefers text messages during the day.',
  'Not before Friday, family in town.',
  'Attic access is over the garage door.',
]

/** What visitors add on the page of their request. */
export const additions = {
  callTimes: ['Mornings before 11', 'Any time after 4', 'Lunch break, 12 to 1', 'Not on Wednesday'],
  words: [
    'The model plate says 2011, if that helps.',
    'It is the unit on the left side of the house.',
    'I found the papers: serviced last in 2022.',
    'Please ring the bell twice, we are in the yard.',
  ],
}

/** What people say once somebody was there, by stars. */
export const ratingTexts: Record<number, string[]> = {
  5: [
    'Came the same afternoon and explained what was wrong before anything was replaced.',
    'Two options in writing, no pressure. House is at 75 again.',
    'Called when they said they would, and cleaned up after themselves.',
    'Found a loose duct that two others had missed. Fair price.',
    'They got us through the storm week. I will not forget that.',
    'He could have sold me a new unit and changed a capacitor instead.',
    'My mother lives alone and they treated her with respect. Cool again by dinner.',
    'Sunday evening, water through the ceiling, somebody there within the hour.',
    'We run a bakery: they came before five so that we could open.',
    'Second time I used the network, second time it went well.',
    'Told me what can wait until next year. That is rare.',
  ],
  4: [
    'Good work. Came an hour later than agreed, but called ahead.',
    'Happy with the result, the quote could have been clearer.',
    'Fixed on the second visit, as a part had to be ordered.',
    'Ducts are clean, a vent cover was left crooked.',
    'Solid inspection, the report came a day late.',
  ],
  3: [
    'Works again. Had to call twice to get a date.',
    'Nothing wrong with the work, but the price was not the one on the phone.',
  ],
  2: ['The repair held for a week. They came back, but I took two days off work.'],
  1: ['Nobody called at the time that was agreed.', 'I am still waiting for the written quote.'],
}
