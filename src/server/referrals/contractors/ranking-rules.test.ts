import { describe, expect, test } from 'vitest'
import type { OfferHours } from '#/contracts/referrals/offer-hours.ts'
import { contractorFields } from '#tests/support/factories.ts'
import { noRecord } from './ranking.ts'
import {
  type AnswerRecord,
  type Asking,
  type Candidate,
  fitsFrom,
  obstaclesTo,
  reasonsFor,
} from './ranking-rules.ts'

/** A Sunday, 10 AM. */
const now = new Date('2026-11-22T15:00:00Z')
const asking = { now, isUrgent: false }
const work = { service: 'ac-repair', town: 'Deltona', isOutside: false } as const

const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)

const candidate = (record: Partial<AnswerRecord>, fields: Partial<Candidate> = {}): Candidate => ({
  ...contractorFields(),
  ...{ id: 1, version: 1, createdAt: daysAgo(400), figuresSince: daysAgo(400), removedAt: null },
  ...{ ofThisLead: [], ...fields },
  record: { ...noRecord, ...record },
})

test('the reasons are told in words', () => {
  expect(reasonsFor(work)).toEqual(['All do AC Repair & Installation', 'All work in Deltona'])
  const nothing = { service: 'not-sure', town: null, isOutside: false }
  expect(reasonsFor(nothing)).toEqual([
    'The service is not known yet, so it does not count',
    'The town is not known, so where they work does not count',
  ])
  expect(reasonsFor({ ...nothing, isOutside: true })[1]).toMatch(/^The work is outside/)
  const urgent = { ...work, service: 'emergency-hvac' }
  expect(reasonsFor(urgent)[0]).toBe('All answer emergencies around the clock')
})

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'] as const

describe('what keeps an offer away', () => {
  const at = (local: string) => new Date(`${local}-05:00`)
  const found = (fields: Partial<Candidate>, when: Partial<Asking> = {}) =>
    obstaclesTo(candidate({}, fields), { ...asking, ...when })
  const office: OfferHours = { days: [...weekdays], from: '08:00', until: '17:00' }

  test('outside of the hours that they set, until these begin', () => {
    const closed = { text: 'Wants offers Mon-Fri 8 AM-5 PM' }
    const offerHours = office
    const seen = (local: string) => found({ offerHours }, { now: at(local) })
    const monday = at('2026-11-23T08:00')
    expect(seen('2026-11-22T10:00')).toEqual([{ ...closed, endsAt: monday }])
    expect(seen('2026-11-23T07:59:59.999')).toEqual([{ ...closed, endsAt: monday }])
    expect(seen('2026-11-23T08:00')).toEqual([])
    expect(seen('2026-11-23T16:59:59')).toEqual([])
    expect(seen('2026-11-23T17:00')).toEqual([{ ...closed, endsAt: at('2026-11-24T08:00') }])
    // The night in which the clocks go back, and the hours of the morning after it.
    const sundays: OfferHours = { days: ['Sunday'], from: '01:30', until: '06:00' }
    const clocksBack = new Date('2026-11-01T03:00:00Z')
    expect(found({ offerHours: sundays }, { now: clocksBack })).toMatchObject([
      { endsAt: new Date('2026-11-01T05:30:00Z') },
    ])
  })

  test('an emergency comes around the clock to those who answer them, and to others by day', () => {
    const urgent = { isUrgent: true }
    const saturdayNight = { ...urgent, now: at('2026-11-21T21:40') }
    expect(found({ answersEmergencies: true, offerHours: office }, saturdayNight)).toEqual([])
    expect(found({ offerHours: office }, saturdayNight)).toHaveLength(1)
    expect(found({}, saturdayNight)).toEqual([
      { text: 'Does not answer emergencies around the clock', endsAt: at('2026-11-23T07:00') },
    ])
    expect(found({}, { ...urgent, now: at('2026-11-21T13:00') })).toEqual([])
    expect(found({}, { now: at('2026-11-21T21:40') })).toEqual([])
  })

  test('as many unanswered offers as they take, until the first of them ends', () => {
    const firstOpenEndsAt = at('2026-11-23T11:00')
    const with3 = candidate({ open: 3, firstOpenEndsAt })
    const obstacle = { text: 'Has 3 unanswered offers', endsAt: firstOpenEndsAt }
    expect(obstaclesTo(with3, asking)).toEqual([obstacle])
    expect(obstaclesTo({ ...with3, mostOpenOffers: 4 }, asking)).toEqual([])
    const one = candidate({ open: 1, firstOpenEndsAt }, { mostOpenOffers: 1 })
    expect(obstaclesTo(one, asking)[0]?.text).toBe('Has 1 unanswered offer')
  })

  test('a "not now", for four opening hours; any other no, and a second one, for good', () => {
    const declined = { state: 'declined', answeredAt: at('2026-11-20T17:00') } as const
    const busy = { ...declined, declineReason: 'too-busy' } as const
    const seen = (ofThisLead: Candidate['ofThisLead'], local: string) =>
      found({ ofThisLead }, { now: at(local) })
    // Friday 5 PM: two hours are left that day, and two on Saturday from 8 AM on.
    expect(seen([busy], '2026-11-21T09:59')).toEqual([
      { text: 'Said "not now" to this request', endsAt: at('2026-11-21T10:00') },
    ])
    expect(seen([busy], '2026-11-21T10:00')).toEqual([])
    const no = [{ text: 'Said no to this request' }]
    expect(seen([{ ...declined, declineReason: 'too-far' }], '2026-11-21T10:00')).toEqual(no)
    expect(seen([busy, busy], '2026-12-21T10:00')).toEqual(no)
    // Asked again, and silent.
    const silence = { state: 'expired', answeredAt: null, declineReason: null } as const
    expect(seen([busy, silence], '2026-12-21T10:00')).toEqual([
      { text: 'Did not answer in time for this request' },
    ])
  })

  test('passes by itself when the last of several does, and never where one of them does not', () => {
    const [first, last] = [daysAgo(2), daysAgo(1)]
    const soon = [
      { text: '', endsAt: last },
      { text: '', endsAt: first },
    ]
    expect(fitsFrom(soon)).toEqual(last)
    expect(fitsFrom([...soon, { text: 'License lapsed' }])).toBeUndefined()
    expect(fitsFrom([])).toBeUndefined()
  })
})
