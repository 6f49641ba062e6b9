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
  heat: {
    'ac-repair': 45,
    'residential-hvac': 15,
    'emergency-hvac': 15,
    'commercial-hvac': 7,
    'energy-efficiency': 6,
    'not-sure': 6,
    'hvac-inspections': 3,
    'duct-cleaning': 3,
    'heating-systems': 1,
  },
  cold: {
    'heating-systems': 48,
    'residential-hvac': 15,
    'emergency-hvac': 12,
    'hvac-inspections': 6,
    'energy-efficiency': 6,
    'not-sure': 6,
    'commercial-hvac': 4,
    'duct-cleaning': 2,
    'ac-repair': 1,
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
    'There is ice on the copper pipe by the air handler. I have switched it off.',
    'Water is dripping from the vent in the hallway since yesterday.',
    'It makes a grinding noise for a minute each time it starts.',
    'Thermostat says 74, the house is at 81. Worse in the afternoon.',
    'El aire no enfría desde el lunes. Hablamos español, gracias.',
    'Compressor trips the breaker. Second time this month.',
    'Short cycles every few minutes. Somebody told me the capacitor, I would rather have it looked at.',
  ],
  'residential-hvac': [
    'Looking for a quote to replace a 14 year old heat pump, 1,800 square feet, one floor.',
    'The upstairs never gets below 79. Is that ducts or a bigger unit?',
    'We are adding a room over the garage and need to know whether the system can carry it.',
    'Want to compare a heat pump with straight cool and strips. Two story, built 2003.',
    'Mini split for a sunroom, about 240 square feet. HOA wants the outside unit hidden.',
    'Our builder-grade system is at its end. Would like three options if you can.',
  ],
  'commercial-hvac': [
    'Bakery with two rooftop units. One cannot keep up once the ovens are on.',
    'Dental office, four zones, we need somebody for service twice a year.',
    'Small church, 5-ton package unit, loud bearing. Services are on Sunday, so any weekday is fine.',
    'Retail unit in a strip mall. Landlord asks for a written report before he pays.',
    'Warehouse office is at 84 with the unit running all day.',
  ],
  'hvac-inspections': [
    'Buying a house built in 1998 and would like a report before we close.',
    'Have not had it serviced in three years. Just a check, please.',
    'Insurance asks for a letter on the age and the state of the system.',
    'Selling in the spring and want to know what an inspector would find.',
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
    'Two cats, one with allergies in the family. Last cleaned never, as far as I know.',
    'Some vents hardly blow. Could a duct have come off in the attic?',
    'After a renovation there is drywall dust in everything.',
    'Musty smell in two bedrooms. Would like to know if it is mold before anybody cleans.',
  ],
  'heating-systems': [
    'The heat works, but only the emergency heat light is on and the bill shows it.',
    'We would like the heat pump checked before the first cold nights.',
    'Smell of burning when the heat came on for the first time this year. Is that normal?',
    'Pilot light of the gas furnace will not stay lit.',
  ],
  'emergency-hvac': [
    'No cooling at all and my mother is 86. Please call as soon as you can.',
    'Water is coming through the ceiling under the air handler!',
    'Breaker for the AC is hot to the touch. Switched off. What now?',
    'Newborn at home and it is 88 inside.',
    'Burning smell from the closet with the unit, we turned everything off.',
  ],
  'not-sure': [
    'Strange noise from the closet at night. No idea whether it is the AC or the water.',
    'One room is always damp. Who do I even ask for that?',
    'We rent and the landlord wants a quote from us. Please tell me what you need to know.',
    'Thermostat screen is blank. Batteries are new.',
  ],
}

const inWeather: Record<Exclude<Weather, 'usual'>, Partial<Record<ServiceChoice, string[]>>> = {
  heat: {
    'ac-repair': [
      'Of course in this heat: nothing cold comes out since last night.',
      'It runs day and night and the house is still at 84.',
      'Fan outside stopped turning this afternoon. 96 degrees in the shade here.',
    ],
    'emergency-hvac': [
      '90 degrees inside and rising, two small children. We can pay for tonight.',
      'My husband is on oxygen and the AC quit an hour ago.',
    ],
    'commercial-hvac': ['The walk-in and the dining room share a roof unit that gave up at lunch.'],
  },
  cold: {
    'heating-systems': [
      'No heat since last night and it is 38 outside.',
      'The heat pump blows lukewarm air and runs all the time.',
      'Heat strips do not come on. We have small children.',
    ],
    'emergency-hvac': ['54 degrees inside, my father is 91. Please call.'],
    'residential-hvac': ['This cold snap decided it: we want a new heat pump. Please quote.'],
  },
  storm: {
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
    'residential-hvac': [
      'Insurance totals the system after the flood. We need a quote to replace it.',
    ],
  },
}

/** What is asked for on a day. */
export const serviceOn = (weather: Weather, random: Random): ServiceChoice =>
  random.weighted(servicesIn[weather])

/** So many messages pass before one is written again, where there are others. */
const longestMemory = 60

/** Writes what somebody asks about a service; nothing at times. */
export type Write = (service: ServiceChoice, weather: Weather) => string

/** Makes the function that does so. */
export function createWriter(random: Random): Write {
  const latest: string[] = []
  return (service, weather) => {
    if (random.chance(0.1)) return ''
    const special = weather === 'usual' ? undefined : inWeather[weather][service]
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
  'Working capital and business loans for your company, approved in 24 hours. Opt-out of these messages below.',
  'We write guest posts with backlinks that raise your search engine ranking.',
]

/** What the team writes down after a call. */
export const notes = [
  'Called back, wants somebody this week, mornings.',
  'Left a message, will try again after five.',
  'Gate code is with the neighbor. Dog is friendly.',
  'Has two other quotes already, price matters.',
  'Rents; landlord decides. Sent her what he needs to know.',
  'System is from 2009, R-22. Probably a replacement.',
  'Under warranty until March, asked for the papers.',
  'Prefers text messages during the day.',
  'Not before Friday, family in town.',
  'Wants the permit pulled, asked twice. Told him it always is.',
  'Spoke with his wife, she knows the unit better.',
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
    'Showed me the burnt part and why it failed. Very patient with my questions.',
    'From the form to cool air in a day. Could not ask for more.',
    'Permit, inspection, rebate forms: they did all of it.',
    'He could have sold me a new unit and changed a capacitor instead.',
    'My mother lives alone and they treated her with respect. Cool again by dinner.',
    'Quiet new heat pump, and the first bill is already lower.',
    'Text when they left the shop, shoes off at the door, no mess.',
    'Sunday evening, water through the ceiling, somebody there within the hour.',
    'Report for the closing had photos and plain words. Worth every dollar.',
    'We run a bakery: they came before five so that we could open.',
    'Second time I used the network, second time it went well.',
    'Told me what can wait until next year. That is rare.',
    'The bedroom over the garage can be slept in again.',
  ],
  4: [
    'Good work. Came an hour later than agreed, but called ahead.',
    'Happy with the result, the quote could have been clearer.',
    'Fixed on the second visit, as a part had to be ordered.',
    'Friendly and quick. The outside unit is a little louder than before.',
    'Ducts are clean, a vent cover was left crooked.',
    'Three quotes in two days. I would have liked the evening for the visit.',
    'Solid inspection, the report came a day late.',
  ],
  3: [
    'Works again. Had to call twice to get a date.',
    'Nothing wrong with the work, but the price was not the one on the phone.',
  ],
  2: ['The repair held for a week. They came back, but I took two days off work.'],
  1: ['Nobody called at the time that was agreed.', 'I am still waiting for the written quote.'],
}
