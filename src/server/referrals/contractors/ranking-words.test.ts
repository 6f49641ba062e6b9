import { expect, test } from 'vitest'
import { obstaclesTo, reasonsFor } from './ranking-words.ts'
import type { AnswerRecord, Candidate } from './read-ranking.ts'

const today = '2026-11-22'
const work = { service: 'ac-repair', town: 'Deltona' } as const

const emptyRecord: AnswerRecord = {
  ended: 0,
  answered: 0,
  lastOfferedOn: null,
  offeredThisWeek: 0,
  ofThisLead: null,
  medianMinutes: null,
}

const candidate = (
  overrides: Partial<Candidate> = {},
  record: Partial<AnswerRecord> = {},
): Candidate => ({
  id: 1,
  ...{ companyName: 'Lakeside Air', contactName: 'Ana Torres' },
  ...{ email: 'office@lakeside.example', phone: '3865550177' },
  fits: true,
  hasLapsed: false,
  isPaused: false,
  isFull: false,
  licenseExpiresOn: '2099-08-31',
  insuranceExpiresOn: '2099-01-31',
  pausedUntil: null,
  mostOffersAWeek: null,
  record: { ...emptyRecord, ...record },
  ...overrides,
})

test('the reasons are told in words', () => {
  const told = (record: Partial<AnswerRecord>) => reasonsFor(candidate({}, record), work, today)
  expect(told({})).toEqual([
    'Does AC Repair & Installation',
    'Works in Deltona',
    'Was offered nothing in 90 days',
  ])
  const record = { ended: 10, answered: 8, lastOfferedOn: '2026-11-17' }
  expect(told({ ...record, medianMinutes: 12.4 }).slice(2)).toEqual([
    'Answered 80% of 10 offers in 90 days, in 12 minutes (median)',
    'Last offered something 5 days ago',
  ])
  expect(told({ ended: 1, lastOfferedOn: '2026-11-21' }).slice(2)).toEqual([
    'Answered none of 1 offer in 90 days',
    'Last offered something yesterday',
  ])
  expect(told({ ...record, ended: 8, lastOfferedOn: today, medianMinutes: 200 })).toContain(
    'Answered 100% of 8 offers in 90 days, in 3 hours (median)',
  )
  const nothing = { service: 'not-sure', town: null }
  const unknown = reasonsFor(candidate(), nothing, today)
  expect(unknown.slice(0, 2)).toEqual(['The service is not known yet', 'The town is not known'])
  const urgent = { service: 'emergency-hvac', town: 'Deltona' } as const
  expect(reasonsFor(candidate(), urgent, today)[0]).toBe('Answers emergencies around the clock')
})

test('what keeps an offer away is told in words', () => {
  const obstacles = [
    candidate({ hasLapsed: true, licenseExpiresOn: '2026-11-21' }),
    candidate({ isPaused: true, pausedUntil: '2026-11-23' }),
    candidate({ isFull: true, mostOffersAWeek: 2 }, { offeredThisWeek: 2 }),
    candidate({}, { ofThisLead: 'declined' }),
    candidate({}, { ofThisLead: 'open' }),
    candidate({ mostOffersAWeek: 3, pausedUntil: today }, { offeredThisWeek: 2 }),
  ]
  expect(obstacles.map((each) => obstaclesTo(each, today))).toEqual([
    ['License lapsed on Nov 21, 2026'],
    ['Paused until Nov 23, 2026'],
    ['Had 2 of at most 2 offers in seven days'],
    ['Said no to this request'],
    ['Is being asked now'],
    [],
  ])
})
