import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { ContractorFields } from '#/contracts/referrals/contractors.ts'
import type { DeclineReason, OfferState } from '#/contracts/referrals/offer-states.ts'
import { contractors, offers } from '#/server/db/tables/schema.ts'
import { submissionSchema } from '#/server/leads/take/submission.ts'
import { createSubmitLead } from '#/server/leads/take/submit-lead.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contactBody, contractorFields } from '#tests/support/factories.ts'
import { judgeCandidates } from './ranking.ts'
import { readRequest } from './read-request.ts'

const today = '2026-11-22'
/** A Sunday, 10 AM. */
const now = Date.parse('2026-11-22T15:00:00Z')
const dayMs = 86_400_000
const work = { service: 'ac-repair', town: 'Deltona', isOutside: false } as const

const msBefore = (days: number) => now - days * dayMs
const before = (days: number) => new Date(msBefore(days))

/** An offer of N days ago, with some days left to answer it. */
type Made = {
  daysAgo: number
  state: OfferState
  isAnswered: boolean
  declineReason: DeclineReason | null
  daysLeft: number
  isOfThisLead: boolean
}

type Person = Partial<ContractorFields> & { addedDaysAgo?: number; made?: readonly Made[] }

const times = (count: number, made: Partial<Made>) =>
  Array.from(
    { length: count },
    (): Made => ({
      daysAgo: 10,
      state: 'declined',
      isAnswered: true,
      declineReason: null,
      daysLeft: -1,
      isOfThisLead: false,
      ...made,
    }),
  )
const silent = { state: 'expired', isAnswered: false } as const

/** The record of who was offered nothing lately. */
const nothing = { ended: 0, answered: 0, unanswered: 0, lastOfferedAt: null, waitsSince: null }

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

  const empty = async () => {
    await db().delete(offers)
    await db().delete(contractors)
  }

  /** Stores contractors in that order; answers their numbers. */
  async function add(people: readonly Person[]): Promise<number[]> {
    if (people.length === 0) return []
    const rows = await db()
      .insert(contractors)
      .values(
        people.map(({ addedDaysAgo = 400, made: _, ...fields }) => ({
          ...contractorFields(fields),
          createdAt: before(addedDaysAgo),
          figuresSince: before(addedDaysAgo),
        })),
      )
      .returning({ id: contractors.id })
    const ids = rows.map(({ id }) => id)
    const values = people.flatMap(({ made = [] }, place) =>
      made.map(({ daysAgo, state, isAnswered, declineReason, daysLeft, isOfThisLead }) => ({
        contractorId: ids[place] ?? 0,
        leadId: isOfThisLead ? leadId : otherLead,
        state,
        offeredAt: msBefore(daysAgo),
        mailedAt: msBefore(daysAgo),
        expiresAt: msBefore(-daysLeft),
        answeredAt: isAnswered ? msBefore(daysAgo) : null,
        declineReason: state === 'declined' ? declineReason : null,
      })),
    )
    if (values.length > 0) await db().insert(offers).values(values)
    return ids
  }
  async function read() {
    const found = await readRequest(db(), leadId)
    if (!found) throw new Error('the lead is gone')
    const state = { ...found.state, lead: { ...found.state.lead, ...work } }
    const candidates = await judgeCandidates(db(), state, now)
    return {
      fitting: candidates.filter(({ obstacles }) => obstacles.length === 0),
      others: candidates.filter(({ obstacles }) => obstacles.length > 0),
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
      { made: times(1, { ...silent, isOfThisLead: true }) },
      { made: times(1, { isOfThisLead: true, state: 'taken', isAnswered: false }) },
      { mostOffersAWeek: 3, pausedUntil: today, licenseExpiresOn: today, made: times(2, thisWeek) },
    ])
    const { fitting, others } = await read()
    expect(sortedIds(fitting)).toEqual(ids.slice(7))
    const told = new Map(others.map(({ id, obstacles }) => [id, obstacles.map(({ text }) => text)]))
    expect(ids.slice(0, 7).map((id) => told.get(id))).toEqual([
      ['License expired on Nov 21, 2026'],
      ['Insurance expired on Nov 21, 2026'],
      ['Paused until Nov 23, 2026'],
      ['Weekly limit reached (2 of 2)'],
      ['Said no to this request'],
      ['Being asked now'],
      ['Didn’t answer in time'],
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

  test('whose offers were not theirs to answer, or never reached them, keep their place', async () => {
    const taken = { state: 'taken', isAnswered: false } as const
    const ids = await add([
      { addedDaysAgo: 30, made: times(4, { ...taken, daysAgo: 1 }), mostOffersAWeek: 1 },
      { addedDaysAgo: 29, made: times(4, { ...taken, state: 'withdrawn', daysAgo: 1 }) },
      { addedDaysAgo: 28, made: times(4, { ...taken, state: 'undelivered', daysAgo: 1 }) },
      { addedDaysAgo: 27 },
      { addedDaysAgo: 40, made: times(4, { ...silent, daysAgo: 1 }) },
    ])
    const { fitting } = await read()
    expect(idsOf(fitting)).toEqual(ids)
    expect(fitting[2]?.record).toMatchObject(nothing)
    expect(fitting[0]?.record).toMatchObject({ lastOfferedAt: msBefore(1), offeredThisWeek: 0 })
  })

  test('offers from before they were added the last time count nowhere', async () => {
    const [again, other] = await add([
      { addedDaysAgo: 5, made: times(6, silent), mostOffersAWeek: 1 },
      { addedDaysAgo: 4, made: times(1, { daysAgo: 3 }) },
    ])
    const { fitting } = await read()
    expect(idsOf(fitting)).toEqual([again, other])
    expect(fitting[0]?.record).toMatchObject(nothing)
  })
})
