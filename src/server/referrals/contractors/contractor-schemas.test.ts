import { expect, test } from 'vitest'
import { contractorServiceIds } from '#/contracts/referrals/contractor-limits.ts'
import { serviceChoices } from '#/contracts/site/services.ts'
import { contractorFieldsSchema } from './contractor-schemas.ts'

const typed = {
  companyName: '  Lakeside Air and Heat ',
  contactName: 'Ana María Núñez-O’Neil',
  email: ' Office@Lakeside.example ',
  phone: '+1 (386) 555-0142',
  licenseNumber: 'cac 181-2345',
  licenseExpiresOn: '2027-08-31',
  insuranceExpiresOn: '2027-01-01',
  services: ['heating-systems', 'ac-repair', 'heating-systems'],
  towns: ['Sanford', 'Deltona'],
  answersEmergencies: true,
  mostOffersAWeek: null,
  mostOpenOffers: 3,
  offerHours: null,
  pausedUntil: null,
  notes: '',
}

/** What is wrong with each field, after these changes. */
function problemsOf(changes: Record<string, unknown>): Record<string, string[]> {
  const { error } = contractorFieldsSchema.safeParse({ ...typed, ...changes })
  return Object.fromEntries(
    Object.keys(changes).map((name) => [
      name,
      (error?.issues ?? []).filter(({ path }) => path[0] === name).map(({ message }) => message),
    ]),
  )
}

test('what is typed is stored in one form, whatever the spaces, punctuation and order', () => {
  expect(contractorFieldsSchema.parse(typed)).toEqual({
    ...typed,
    companyName: 'Lakeside Air and Heat',
    email: 'office@lakeside.example',
    phone: '3865550142',
    licenseNumber: 'CAC1812345',
    services: ['ac-repair', 'heating-systems'],
    towns: ['Deltona', 'Sanford'],
  })
})

test('license numbers of the state pass, and what is none is told how one looks', () => {
  for (const licenseNumber of ['CAC1812345', 'CMC1249876', 'RA13067512']) {
    expect(problemsOf({ licenseNumber }), licenseNumber).toEqual({ licenseNumber: [] })
  }
  for (const licenseNumber of ['1812345', 'CAC18l2345', 'ＣAC1812345']) {
    expect(problemsOf({ licenseNumber }), licenseNumber).toEqual({
      licenseNumber: [
        'A license number is letters and then digits, such as CAC1812345 or CMC1249876.',
      ],
    })
  }
})

test('what cannot be right is refused in words', () => {
  expect(
    problemsOf({
      companyName: ' ',
      phone: '555-0142',
      email: 'office',
      licenseExpiresOn: '2027-02-30',
      insuranceExpiresOn: '0027-01-01',
      services: ['emergency-hvac'],
      towns: [],
      mostOffersAWeek: 0,
      mostOpenOffers: null,
      offerHours: { days: ['Monday'], from: '17:00', until: '08:00' },
      pausedUntil: 'soon',
    }),
  ).toEqual({
    companyName: ['Please enter the name of the company.'],
    phone: ['Please include the area code, such as (386) 555-0142.'],
    email: ['This doesn’t look like an email address. It should look like you@example.com.'],
    licenseExpiresOn: ['Please enter a day, such as 2027-08-31.'],
    insuranceExpiresOn: ['Please check the year.'],
    services: ['This isn’t one of the services.'],
    towns: ['Please choose at least one town.'],
    mostOffersAWeek: ['Please enter at least 1, or leave it empty for no limit.'],
    mostOpenOffers: ['Please enter a whole number.'],
    offerHours: ['The hours must end later in the day than they begin.'],
    pausedUntil: ['Please enter a day, such as 2027-08-31.'],
  })
  expect(problemsOf({ offerHours: { days: [], from: '08:00', until: '17:00' } })).toEqual({
    offerHours: ['Please choose at least one day.'],
  })
  expect(problemsOf({ offerHours: { days: ['Monday'], from: '', until: '24:00' } })).toEqual({
    offerHours: Array(2).fill('Please enter the days and hours, such as Mon-Fri 8 AM-5 PM.'),
  })
})

test('a contractor does what the form offers, except that emergencies are asked for apart', () => {
  expect([...contractorServiceIds, 'emergency-hvac', 'not-sure'].sort()).toEqual(
    [...serviceChoices].sort(),
  )
})
