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
import { obstaclesTo } from './ranking-words.ts'
import { type AskedWork, readFitting, readRanking } from './read-ranking.ts'

const today = '2026-11-22'
const now = new Date('2026-11-22T15:00:00Z')
const dayMs = 86_400_000
const work = { service: 'ac-repair', town: 'Deltona' } as const

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
  const before = (days: number) => new Date(now.getTime() - days * dayMs)

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
  const read = (asked: AskedWork = work, most = 1_000) =>
    readRanking(db(), leadId, asked, { now, most })
  const idsOf = (all: readonly { id: number }[]) => all.map(({ id }) => id)
  const sortedIds = (all: readonly { id: number }[]) => idsOf(all).sort((a, b) => a - b)
  const fittingOf = async (asked?: AskedWork) => idsOf((await read(asked)).fitting)

  test('whoever does the service and works in the town fits', async () => {
    const [other, away, fits] = await add([
      { services: ['heating-systems'] },
      { towns: ['Oviedo'] },
      {},
    ])
    expect(await read()).toMatchObject({
      fitting: [{ id: fits }],
      others: [],
      counts: { fitting: 1, others: 0 },
    })
    // Nobody knows where it is: the towns do not count.
    expect(await fittingOf({ ...work, town: null })).toEqual([away, fits])
    expect(await fittingOf({ ...work, service: 'not-sure' })).toEqual([other, fits])
    expect(await fittingOf({ ...work, service: 'no longer offered' })).toEqual([])
  })

  test('an emergency goes to those who answer around the clock, whatever else they do', async () => {
    const [, awake] = await add([{}, { answersEmergencies: true, services: ['duct-cleaning'] }])
    expect(await fittingOf({ service: 'emergency-hvac', town: 'Deltona' })).toEqual([awake])
  })

  test('who cannot be asked now stands apart', async () => {
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
    expect(sortedIds(others)).toEqual(ids.slice(0, 6))
  })

  test('who answers comes first; among equals, who has waited longest for an offer', async () => {
    const answers = [...times(8, { daysAgo: 89 }), ...times(2, { ...silent, daysAgo: 88 })]
    const long = 80
    const [silentOne, half, recent, newcomer, waiting, unlucky] = await add([
      { made: [...times(1, { daysAgo: long }), ...times(9, { ...silent, daysAgo: long })] },
      { made: [...times(5, { daysAgo: long }), ...times(5, { ...silent, daysAgo: long })] },
      { made: [...answers, ...times(1, { daysAgo: 1 })] },
      { addedDaysAgo: 2 },
      { made: [...answers, ...times(1, { daysAgo: 9 })] },
      { made: times(2, { ...silent, daysAgo: 5 }) },
    ])
    expect(await fittingOf()).toEqual([waiting, unlucky, newcomer, recent, half, silentOne])
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
    expect(await fittingOf()).toEqual([many, newcomer, late, some, few])
  })

  test('knows on which day where the business is an offer was last made', async () => {
    const evening = new Date('2026-11-21T04:30:00Z')
    const daysAgo = (now.getTime() - evening.getTime()) / dayMs
    await add([{ made: [...times(1, { daysAgo }), ...times(1, { daysAgo: 9 })] }, {}])
    const days = (await read()).fitting.map(({ record }) => record.lastOfferedOn)
    expect(days).toEqual([null, '2026-11-20'])
  })

  test('lists only so many of each kind, and counts them all', async () => {
    const ids = await add([
      ...Array.from({ length: 4 }, (_, place) => ({ addedDaysAgo: 10 + place })),
      ...Array.from({ length: 3 }, () => ({ pausedUntil: '2027-01-01' })),
    ])
    const { fitting, others, counts } = await read(work, 2)
    expect(idsOf(fitting)).toEqual([ids[3], ids[2]])
    expect(idsOf(others)).toEqual([ids[4], ids[5]])
    expect(counts).toEqual({ fitting: 4, others: 3 })
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
        const { fitting, others, counts } = await read(asked)
        for (const each of fitting) {
          expect(isEligible(each, today)).toBe(true)
          expect(obstaclesTo(each, today)).toEqual([])
        }
        for (const each of others) expect(obstaclesTo(each, today)).not.toEqual([])
        for (const each of [...fitting, ...others]) {
          expect(each.hasLapsed).toBe(!isEligible(each, today))
        }
        const named = [fitting, others].map((all) => all.flatMap(({ id }) => byId.get(id) ?? []))
        const able = stored.filter((each) => does(each, asked))
        expect(sortedIds(named.flat())).toEqual(idsOf(able))
        for (const [place, all] of [fitting, others].entries()) {
          expect(idsOf(all)).toEqual(inOrder(named[place] ?? []))
        }
        expect(counts).toEqual({ fitting: fitting.length, others: others.length })
        expect(await readFitting(db(), leadId, asked, now)).toEqual(idsOf(fitting))
      }),
      { numRuns: 60 },
    )
  })
})
