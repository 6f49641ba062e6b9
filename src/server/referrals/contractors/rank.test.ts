import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isEligible } from '#/contracts/contractor-standing.ts'
import { contractorServiceIds } from '#/contracts/contractors.ts'
import { offerStates } from '#/contracts/offer-states.ts'
import { serviceChoices } from '#/contracts/services.ts'
import { towns } from '#/contracts/towns.ts'
import { contractorFields } from '../../../../tests/factories.ts'
import {
  type AnswerRecord,
  type Candidate,
  compareCandidates,
  emptyRecord,
  obstaclesTo,
  rankCandidates,
  reasonsFor,
} from './rank.ts'

const today = '2026-11-22'
const now = Date.parse('2026-11-22T15:00:00Z')
const dayMs = 86_400_000
const work = { service: 'ac-repair', town: 'Deltona' } as const

let lastId = 0
function candidate(
  overrides: Partial<Candidate> = {},
  record: Partial<AnswerRecord> = {},
): Candidate {
  lastId += 1
  return {
    ...contractorFields(),
    id: lastId,
    addedAt: now - 400 * dayMs,
    record: { ...emptyRecord, ...record },
    ...overrides,
  }
}

const rank = (candidates: Candidate[], asked: Parameters<typeof rankCandidates>[1] = work) => {
  const { fitting, others } = rankCandidates(candidates, asked, today)
  return { fitting: fitting.map(({ id }) => id), others: others.map(({ id }) => id) }
}

test('whoever does the service and works in the town fits', () => {
  const fits = candidate()
  const other = candidate({ services: ['heating-systems'] })
  const away = candidate({ towns: ['Oviedo'] })
  expect(rank([other, away, fits])).toEqual({ fitting: [fits.id], others: [] })
  // Nobody knows where it is: the towns do not count.
  expect(rank([other, away, fits], { ...work, town: null }).fitting).toEqual([fits.id, away.id])
  expect(rank([other, fits], { ...work, service: 'not-sure' }).fitting).toEqual([fits.id, other.id])
  expect(rank([other, fits], { ...work, service: 'no longer offered' }).fitting).toEqual([])
})

test('an emergency goes to those who answer around the clock, whatever else they do', () => {
  const awake = candidate({ answersEmergencies: true, services: ['duct-cleaning'] })
  const asked = { service: 'emergency-hvac', town: 'Deltona' } as const
  expect(rank([candidate(), awake], asked)).toEqual({ fitting: [awake.id], others: [] })
  expect(reasonsFor(awake, asked, { today, medianMinutes: null })[0]).toBe(
    'Answers emergencies around the clock',
  )
})

test('who cannot be asked now is named with the obstacle', () => {
  const obstacles = [
    candidate({ licenseExpiresOn: '2026-11-21' }),
    candidate({ pausedUntil: '2026-11-23' }),
    candidate({ mostOffersAWeek: 2 }, { offeredThisWeek: 2 }),
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

test('who answers comes first; among equals, who has waited longest for an offer', () => {
  const answers = { ended: 10, answered: 8 }
  const recent = candidate({}, { ...answers, lastOfferedAt: now - dayMs })
  const waiting = candidate({}, { ...answers, lastOfferedAt: now - 9 * dayMs })
  const silent = candidate({}, { ended: 10, answered: 1, lastOfferedAt: now - 80 * dayMs })
  const half = candidate({}, { ended: 10, answered: 5, lastOfferedAt: now - 80 * dayMs })
  const newcomer = candidate({ addedAt: now - 2 * dayMs })
  const unlucky = candidate({}, { ended: 2, answered: 0, lastOfferedAt: now - 5 * dayMs })
  expect(rank([silent, half, recent, newcomer, waiting, unlucky]).fitting).toEqual(
    [waiting, unlucky, newcomer, recent, half, silent].map(({ id }) => id),
  )
})

test('the reasons are told in words', () => {
  const told = (record: Partial<AnswerRecord>, medianMinutes: number | null = null) =>
    reasonsFor(candidate({}, record), work, { today, medianMinutes })
  expect(told({})).toEqual([
    'Does AC Repair & Installation',
    'Works in Deltona',
    'Was offered nothing in 90 days',
  ])
  const record = { ended: 10, answered: 8, lastOfferedAt: now - 5 * dayMs }
  expect(told(record, 12.4).slice(2)).toEqual([
    'Answered 80 % of 10 offers in 90 days, in 12 minutes (median)',
    'Last offered something 5 days ago',
  ])
  expect(told({ ended: 1, lastOfferedAt: now - dayMs }).slice(2)).toEqual([
    'Answered none of 1 offer in 90 days',
    'Last offered something yesterday',
  ])
  expect(told({ ...record, ended: 8, lastOfferedAt: now }, 200)).toContain(
    'Answered 100 % of 8 offers in 90 days, in 3 hours (median)',
  )
  const nothing = { service: 'not-sure', town: null }
  const unknown = reasonsFor(candidate(), nothing, { today, medianMinutes: null })
  expect(unknown.slice(0, 2)).toEqual(['The service is not known yet', 'The town is not known'])
})

const anyDay = fc.constantFrom('2026-01-01', '2026-11-21', '2026-11-22', '2026-11-23', '2030-01-01')

const anyCandidates = fc
  .array(
    fc.record({
      licenseExpiresOn: anyDay,
      insuranceExpiresOn: anyDay,
      pausedUntil: fc.option(anyDay),
      services: fc.subarray([...contractorServiceIds], { minLength: 1 }),
      towns: fc.subarray([...towns], { minLength: 1 }),
      answersEmergencies: fc.boolean(),
      mostOffersAWeek: fc.option(fc.integer({ min: 1, max: 4 })),
      addedAt: fc.integer({ min: now - 5, max: now }),
      record: fc.record({
        ended: fc.integer({ min: 0, max: 6 }),
        answered: fc.integer({ min: 0, max: 6 }),
        lastOfferedAt: fc.option(fc.integer({ min: now - 5, max: now })),
        offeredThisWeek: fc.integer({ min: 0, max: 4 }),
        ofThisLead: fc.option(fc.constantFrom(...offerStates)),
      }),
    }),
    { maxLength: 12 },
  )
  .map((all) =>
    all.map((each, place): Candidate => ({ ...contractorFields(), ...each, id: place + 1 })),
  )

const anyWork = fc.record({
  service: fc.constantFrom(...serviceChoices),
  town: fc.option(fc.constantFrom(...towns)),
})

test('whatever is asked of whomever: nobody whose papers have lapsed, nobody twice, and nobody left out', () => {
  fc.assert(
    fc.property(anyCandidates, anyWork, (candidates, asked) => {
      const { fitting, others } = rankCandidates(candidates, asked, today)
      expect(fitting.filter((each) => !isEligible(each, today))).toEqual([])
      expect(fitting.filter((each) => obstaclesTo(each, today).length > 0)).toEqual([])
      expect(others.filter((each) => obstaclesTo(each, today).length === 0)).toEqual([])
      const named = [...fitting, ...others].map(({ id }) => id)
      expect(new Set(named).size).toBe(named.length)
      for (const each of candidates.filter(({ id }) => !named.includes(id))) {
        const isAway = asked.town !== null && !each.towns.includes(asked.town)
        const does =
          asked.service === 'emergency-hvac'
            ? each.answersEmergencies
            : asked.service === 'not-sure' ||
              (each.services as readonly string[]).includes(asked.service)
        expect(isAway || !does).toBe(true)
      }
    }),
  )
})

test('the order is total, the same however the contractors come, and equal ones go by their waiting', () => {
  fc.assert(
    fc.property(anyCandidates, anyWork, fc.func(fc.integer()), (candidates, asked, shuffle) => {
      const { fitting } = rankCandidates(candidates, asked, today)
      const shuffled = candidates.toSorted((a, b) => shuffle(a.id) - shuffle(b.id))
      expect(rankCandidates(shuffled, asked, today).fitting).toEqual(fitting)
      for (const [place, later] of fitting.entries()) {
        for (const earlier of fitting.slice(0, place)) {
          expect(compareCandidates(earlier, later)).toBeLessThan(0)
          expect(compareCandidates(later, earlier)).toBeGreaterThan(0)
          const isAlike =
            earlier.record.ended === later.record.ended &&
            earlier.record.answered === later.record.answered
          const waiting = ({ record, addedAt }: Candidate) => record.lastOfferedAt ?? addedAt
          if (isAlike) expect(waiting(earlier)).toBeLessThanOrEqual(waiting(later))
        }
      }
    }),
  )
})
