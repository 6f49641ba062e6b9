import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { submissionSchema } from '#/contracts/leads/leads.ts'
import { isEligible } from '#/contracts/referrals/contractor-standing.ts'
import { type ContractorFields, contractorServiceIds } from '#/contracts/referrals/contractors.ts'
import { offerStates, stateAt } from '#/contracts/referrals/offer-states.ts'
import { towns } from '#/contracts/referrals/towns.ts'
import { serviceChoices } from '#/contracts/site/services.ts'
import { contractors, offers } from '#/server/db/tables/schema.ts'
import { createSubmitLead } from '#/server/leads/take/submit-lead.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contactBody, contractorFields } from '#tests/support/factories.ts'
import { readLead } from '../lead/held-lead.ts'
import { noRecord, readCandidates } from './ranking.ts'
import {
  type AnswerRecord,
  type AskedWork,
  type Candidate,
  obstaclesTo,
  reasonsFor,
} from './ranking-rules.ts'

const today = '2026-11-22'
const now = new Date('2026-11-22T15:00:00Z')
const dayMs = 86_400_000
const work = { service: 'ac-repair', town: 'Deltona' } as const

const before = (days: number) => new Date(now.getTime() - days * dayMs)

/** An offer of so many days ago, of which so many are left to answer it. */
type Made = {
  daysAgo: number
  state: (typeof offerStates)[number]
  isAnswered: boolean
  daysLeft: number
  isOfThisLead: boolean
}

type Person = Partial<ContractorFields> & { addedDaysAgo?: number; made?: readonly Made[] }

const times = (count: number, made: Partial<Made>) =>
  Array.from(
    { length: count },
    (): Made => ({
      ...{ daysAgo: 10, state: 'declined', isAnswered: true, daysLeft: -1, isOfThisLead: false },
      ...made,
    }),
  )
const silent = { state: 'expired', isAnswered: false } as const

const candidate = (record: Partial<AnswerRecord>): Candidate => ({
  ...contractorFields(),
  ...{ id: 1, version: 1, createdAt: before(400), removedAt: null, ofThisLead: undefined },
  ...{ mostOpenOffers: 3, offerHours: null, figuresSince: before(400) },
  record: { ...noRecord, ...record },
})

test('the reasons are told in words', () => {
  const told = (record: Partial<AnswerRecord>) => reasonsFor(candidate(record), work, today)
  expect(told({})).toEqual([
    'Does AC Repair & Installation',
    'Works in Deltona',
    'Was offered nothing in 90 days',
  ])
  const record = { ended: 10, answered: 8, lastOfferedAt: new Date('2026-11-18T04:30:00Z') }
  expect(told({ ...record, medianMinutes: 12.4 }).slice(2)).toEqual([
    'Answered 80% of 10 offers in 90 days, in 12 minutes (median)',
    // The day is that of the business.
    'Last offered something 5 days ago',
  ])
  expect(told({ ended: 1, lastOfferedAt: before(1) }).slice(2)).toEqual([
    'Answered none of 1 offer in 90 days',
    'Last offered something yesterday',
  ])
  expect(told({ ...record, ended: 8, lastOfferedAt: now, medianMinutes: 200 })).toContain(
    'Answered 100% of 8 offers in 90 days, in 3 hours (median)',
  )
  const nothing = { service: 'not-sure', town: null }
  const unknown = reasonsFor(candidate({}), nothing, today)
  expect(unknown.slice(0, 2)).toEqual(['The service is not known yet', 'The town is not known'])
  const urgent = { service: 'emergency-hvac', town: 'Deltona' } as const
  expect(reasonsFor(candidate({}), urgent, today)[0]).toBe('Answers emergencies around the clock')
})

describeOnDatabase('the ranking', (database) => {
  const db = () => database.handle().db
  let leadId = 0
  let otherLead = 0
  beforeAll(async () => {
    const submit = createSubmitLead(database.handle())
    const send = async (name: string) =>
      (await submit({ submission: submissionSchema.parse(contactBody({ name })) })).id
    leadId = await send('This')
    otherLead = await send('Other')
  })
  beforeEach(() => empty())

  const empty = () => db().execute(sql`truncate contractors, offers cascade`)

  /** Stores contractors in that order; answers their numbers. */
  async function add(people: readonly Person[]): Promise<number[]> {
    if (people.length === 0) return []
    const rows = await db()
      .insert(contractors)
      .values(
        people.map(({ addedDaysAgo = 400, made: _, ...fields }) => ({
          ...contractorFields(fields),
          createdAt: before(addedDaysAgo),
        })),
      )
      .returning({ id: contractors.id })
    const ids = rows.map(({ id }) => id)
    const values = people.flatMap(({ made = [] }, place) =>
      made.map(({ daysAgo, state, isAnswered, daysLeft, isOfThisLead }) => ({
        contractorId: ids[place] ?? 0,
        leadId: isOfThisLead ? leadId : otherLead,
        state,
        offeredAt: before(daysAgo),
        expiresAt: before(-daysLeft),
        answeredAt: isAnswered ? before(daysAgo) : null,
      })),
    )
    if (values.length > 0) await db().insert(offers).values(values)
    return ids
  }
  async function read(asked: AskedWork = work) {
    const lead = await readLead(db(), leadId)
    if (!lead) throw new Error('the lead is gone')
    const candidates = await readCandidates(db(), { ...lead, now }, asked)
    const isFitting = (each: Candidate) => obstaclesTo(each, today).length === 0
    return {
      fitting: candidates.filter(isFitting),
      others: candidates.filter((each) => !isFitting(each)),
    }
  }
  const idsOf = (all: readonly { id: number }[]) => all.map(({ id }) => id)
  const sortedIds = (all: readonly { id: number }[]) => idsOf(all).sort((a, b) => a - b)

  test('who cannot be asked now stands apart, with the reason', async () => {
    const thisWeek = { daysAgo: 2 }
    const ids = await add([
      { licenseExpiresOn: '2026-11-21' },
      { insuranceExpiresOn: '2026-11-21' },
      { pausedUntil: '2026-11-23' },
      { mostOffersAWeek: 2, made: times(2, thisWeek) },
      { made: times(1, { isOfThisLead: true }) },
      { made: times(1, { isOfThisLead: true, state: 'open', isAnswered: false, daysLeft: 1 }) },
      { made: times(1, { isOfThisLead: true, state: 'taken', isAnswered: false }) },
      { mostOffersAWeek: 3, pausedUntil: today, licenseExpiresOn: today, made: times(2, thisWeek) },
    ])
    const { fitting, others } = await read()
    expect(sortedIds(fitting)).toEqual(ids.slice(6))
    const told = new Map(others.map((each) => [each.id, obstaclesTo(each, today)]))
    expect(ids.slice(0, 6).map((id) => told.get(id))).toEqual([
      ['License lapsed on Nov 21, 2026'],
      ['Insurance lapsed on Nov 21, 2026'],
      ['Paused until Nov 23, 2026'],
      ['Had 2 of at most 2 offers in seven days'],
      ['Said no to this request'],
      ['Is being asked now'],
    ])
  })

  test('three answers of four are many, two of four some, and what runs out just now counts as silence', async () => {
    const open = { state: 'open', isAnswered: false, daysLeft: 0 } as const
    const [many, newcomer, some, few, late] = await add([
      { made: [...times(3, {}), ...times(1, silent)] },
      { addedDaysAgo: 2 },
      { made: [...times(2, { daysAgo: 20 }), ...times(2, { ...silent, daysAgo: 20 })] },
      { made: [...times(1, { daysAgo: 40 }), ...times(2, { ...silent, daysAgo: 40 })] },
      { made: [...times(2, { daysAgo: 30 }), ...times(1, { ...open, daysAgo: 30 })] },
    ])
    expect(idsOf((await read()).fitting)).toEqual([many, newcomer, late, some, few])
  })

  const anyDay = fc.constantFrom('2026-01-01', '2026-11-21', today, '2026-11-23', '2030-01-01')
  const anyMade = fc.record({
    daysAgo: fc.constantFrom(0, 1, 6, 8, 50, 91),
    state: fc.constantFrom(...offerStates),
    isAnswered: fc.boolean(),
    daysLeft: fc.constantFrom(-1, 0, 1),
    isOfThisLead: fc.boolean(),
  })
  /** The database stores one open and one accepted offer of a lead to a contractor. */
  const storable = (made: readonly Made[]) =>
    made.filter(
      (each, place) =>
        each.state !== 'accepted' &&
        (each.state !== 'open' ||
          made.findIndex(
            (other) => other.state === 'open' && other.isOfThisLead === each.isOfThisLead,
          ) === place),
    )
  const anyPeople = fc.array(
    fc.record({
      licenseExpiresOn: anyDay,
      insuranceExpiresOn: anyDay,
      pausedUntil: fc.option(anyDay),
      services: fc.subarray([...contractorServiceIds], { minLength: 1 }),
      towns: fc.subarray([...towns], { minLength: 1 }),
      answersEmergencies: fc.boolean(),
      mostOffersAWeek: fc.option(fc.integer({ min: 1, max: 3 })),
      addedDaysAgo: fc.constantFrom(0, 5, 400),
      made: fc.array(anyMade, { maxLength: 5 }).map(storable),
    }),
    { maxLength: 10 },
  )
  const anyWork = fc.record({
    service: fc.constantFrom(...serviceChoices),
    town: fc.option(fc.constantFrom(...towns)),
  })
  type Stored = Awaited<ReturnType<typeof anyPeople.generate>>['value'][number] & { id: number }

  const does = ({ answersEmergencies, services, ...each }: Stored, { service, town }: AskedWork) =>
    (town === null || each.towns.includes(town)) &&
    (service === 'emergency-hvac'
      ? answersEmergencies
      : service === 'not-sure' || (services as readonly string[]).includes(service))

  /** The place of a contractor, worked out another way: their class, then how long they have waited. */
  function placeOf({ made, addedDaysAgo, id }: Stored): [number, number, number] {
    const counted = made.filter(({ daysAgo }) => daysAgo < 90)
    const isOver = ({ state, daysLeft }: Made) =>
      stateAt({ state, expiresAt: new Date(daysLeft) }, new Date(0)) === 'expired'
    const ended = counted.filter((each) => each.isAnswered || isOver(each)).length
    const share = counted.filter(({ isAnswered }) => isAnswered).length / ended
    const trust = ended < 3 || share >= 0.75 ? 0 : share >= 0.5 ? 1 : 2
    const waited = counted.length
      ? Math.min(...counted.map(({ daysAgo }) => daysAgo))
      : addedDaysAgo
    return [trust, -waited, id]
  }
  const inOrder = (all: readonly Stored[]) =>
    idsOf(
      all.toSorted((a, b) => {
        const [left, right] = [placeOf(a), placeOf(b)]
        return left[0] - right[0] || left[1] - right[1] || left[2] - right[2]
      }),
    )

  test('whatever is asked of whomever: nobody whose papers have lapsed, nobody left out, and always in the same order', async () => {
    await fc.assert(
      fc.asyncProperty(anyPeople, anyWork, async (people, asked) => {
        await empty()
        const ids = await add(people)
        const stored = people.map((each, place): Stored => ({ ...each, id: ids[place] ?? 0 }))
        const byId = new Map(stored.map((each) => [each.id, each]))
        const { fitting, others } = await read(asked)
        for (const each of fitting) expect(isEligible(each, today)).toBe(true)
        const named = [fitting, others].map((all) => all.flatMap(({ id }) => byId.get(id) ?? []))
        const able = stored.filter((each) => does(each, asked))
        expect(sortedIds(named.flat())).toEqual(idsOf(able))
        for (const [place, all] of [fitting, others].entries()) {
          expect(idsOf(all)).toEqual(inOrder(named[place] ?? []))
        }
      }),
      { numRuns: 60 },
    )
  })
})
