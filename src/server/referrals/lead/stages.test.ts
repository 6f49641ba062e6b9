/** @module-tag slow */
import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import {
  lostReasons,
  offerStates,
  outcomes,
  ownerReasons,
} from '#/contracts/referrals/offer-states.ts'
import { stageOf } from '#/contracts/referrals/stages.ts'
import { towns } from '#/contracts/site/towns.ts'
import {
  contractors,
  leadReminders,
  leadStages,
  leads,
  offers,
  referrals,
} from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contractorFields } from '#tests/support/factories.ts'
import { readLead } from './held-lead.ts'

/** `npm run faults` tries more, and others each time. These few have all stages among them. */
const tried = inject('faults') === 'full' ? { numRuns: 5_000 } : { numRuns: 400, seed: 7 }

const minutesAgo = fc.integer({ min: -2_000, max: 40_000 })
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null, freq: 2 })

/** What may have happened to a lead, also what the product would never let happen together. */
const history = fc.record({
  isUrgent: fc.boolean(),
  cannotWait: fc.boolean(),
  isContacted: fc.boolean(),
  isQuarantined: fc.boolean(),
  isOutside: fc.nat(3).map((chance) => chance === 0),
  town: maybe(fc.constantFrom(...towns)),
  createdAgo: minutesAgo,
  firstContactedAgo: maybe(minutesAgo),
  outcome: fc.constantFrom(null, 'open', ...outcomes),
  lostReason: fc.constantFrom(...lostReasons),
  outcomeAgo: maybe(minutesAgo),
  ranOutAgo: maybe(minutesAgo),
  ownerReason: fc.constantFrom(...ownerReasons),
  claimedAgo: maybe(minutesAgo),
  claimAskedAgo: maybe(minutesAgo),
  placeAskedAgo: maybe(minutesAgo),
  isJoined: fc.nat(9).map((chance) => chance === 0),
  reminder: maybe(
    fc.record({
      remindAgo: fc.integer({ min: -300, max: 300 }),
      setAgo: fc.oneof(fc.nat(5), minutesAgo),
      keepsPromise: fc.nat(3).map((chance) => chance > 0),
    }),
  ),
  offers: fc.array(
    fc.record({
      state: fc.constantFrom('open', 'accepted', 'accepted', ...offerStates),
      offeredAgo: minutesAgo,
      expiresAgo: fc.integer({ min: -300, max: 300 }),
      answeredAgo: maybe(minutesAgo),
      callAgo: maybe(minutesAgo),
      callRemindedAgo: maybe(minutesAgo),
      callMissedAgo: maybe(minutesAgo),
    }),
    { maxLength: 4 },
  ),
})

type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never

/** Put off by a reminder, which few that come by chance are. */
const putOff: History = {
  ...{ isUrgent: false, cannotWait: false, isContacted: false, isQuarantined: false },
  ...{ isOutside: false, town: 'Deltona', createdAgo: 60, firstContactedAgo: null },
  ...{ outcome: 'open', lostReason: 'unreachable', outcomeAgo: null, ranOutAgo: null },
  ...{ ownerReason: 'nobody-left', claimedAgo: null, claimAskedAgo: null, placeAskedAgo: null },
  ...{ isJoined: false, reminder: { remindAgo: -100, setAgo: 0, keepsPromise: true }, offers: [] },
}

const at = (now: number, minutes: number) => new Date(now - minutes * 60_000)
const maybeAt = (now: number, minutes: number | null) =>
  minutes === null ? null : at(now, minutes)

const leadOf = (told: History, index: number, now: number) => ({
  ...{ submissionId: `${index}`, contentHash: `${index}`, name: `Lead ${index}` },
  ...{ email: 'a@b.example', phone: '3865550123', phoneAsTyped: '' },
  service: told.isUrgent ? 'emergency-hvac' : 'ac-repair',
  ...{ cannotWait: told.cannotWait, isContacted: told.isContacted },
  ...{ isQuarantined: told.isQuarantined, isOutside: told.isOutside, town: told.town },
  createdAt: at(now, told.createdAgo),
  firstContactedAt: maybeAt(now, told.firstContactedAgo),
})

const referralOf = (told: History, now: number) => ({
  outcome: told.outcome ?? undefined,
  lostReason: told.outcome === 'lost' ? told.lostReason : null,
  outcomeAt: maybeAt(now, told.outcomeAgo),
  ranOutAt: maybeAt(now, told.ranOutAgo),
  ownerReason: told.ranOutAgo === null ? null : told.ownerReason,
  claimedAt: maybeAt(now, told.claimedAgo),
  claimAskedAt: maybeAt(now, told.claimedAgo === null ? null : told.claimAskedAgo),
  claimedReason: told.claimedAgo === null ? null : ('unreachable' as const),
  placeAskedAt: maybeAt(now, told.placeAskedAgo),
})

const offerOf = (told: History['offers'][number], now: number) => ({
  state: told.state,
  offeredAt: at(now, told.offeredAgo),
  expiresAt: at(now, told.expiresAgo),
  answeredAt: maybeAt(now, told.answeredAgo),
  callAt: maybeAt(now, told.callAgo),
  callRemindedAt: maybeAt(now, told.callRemindedAgo),
  callMissedAt: maybeAt(now, told.callMissedAgo),
})

describeOnDatabase('the stage of a lead', (database) => {
  test(`is the same in the database as by its facts, for ${tried.numRuns} leads`, async () => {
    const { db } = database.handle()
    const companies = ['Lakeside Air', 'Pine Cooling', 'Osteen Heat', 'Gator Air']
    const made = await db
      .insert(contractors)
      .values(companies.map((companyName) => ({ ...contractorFields(), companyName })))
      .returning({ id: contractors.id })
    const now = Date.now()
    const told = [putOff, ...fc.sample(history, tried)]
    const stored = await db
      .insert(leads)
      .values(told.map((each, index) => leadOf(each, index, now)))
      .returning({ id: leads.id })
    const numbers = stored.map(({ id }) => id)
    await db.delete(referrals)
    const ofLeads = told.map((each, index) => ({ ...each, leadId: numbers[index] ?? 0 }))
    const before = (leadId: number) => numbers[numbers.indexOf(leadId) - 1] ?? null
    await db.insert(referrals).values(
      ofLeads.flatMap((each) => {
        const joinedTo = each.isJoined ? before(each.leadId) : null
        return each.outcome ? [{ ...referralOf(each, now), leadId: each.leadId, joinedTo }] : []
      }),
    )
    await db.insert(offers).values(
      ofLeads.flatMap(({ leadId, offers: all }) => {
        const first = all.findIndex(({ state }) => state === 'accepted')
        return all.flatMap((offer, place) => {
          const isSecond = offer.state === 'accepted' && place !== first
          const contractorId = made[place]?.id ?? 0
          return isSecond ? [] : [{ ...offerOf(offer, now), leadId, contractorId }]
        })
      }),
    )
    for (const { leadId, reminder } of ofLeads) {
      const lead = await readLead(db, leadId)
      if (!reminder || !lead) continue
      const { clockSince } = stageOf(lead, lead.now)
      await db.insert(leadReminders).values({
        ...{ leadId, reason: `Call ${leadId}` },
        remindAt: at(now, reminder.remindAgo),
        setAt: at(now, reminder.setAgo),
        clockSince: reminder.keepsPromise ? clockSince : at(now, 7),
      })
    }
    const reminders = new Map(
      (await db.select().from(leadReminders)).map((each) => [each.leadId, each]),
    )
    const inDatabase = new Map(
      (await db.select().from(leadStages)).map(({ leadId, ...row }) => [leadId, row]),
    )
    const seen = new Set<string>()
    for (const id of numbers) {
      const own = await readLead(db, id)
      const lead = own?.joinedTo ? await readLead(db, own.joinedTo) : own
      if (!lead) throw new Error(`lead ${id} is not there`)
      const { clock, ...stage } = stageOf(lead, lead.now, reminders.get(lead.id))
      const { turn, isUrgent, contractorId, rootId, ...row } = inDatabase.get(id) ?? {
        ...{ turn: -1, isUrgent: null, contractorId: null, rootId: null },
      }
      const first = lead.offers.find(({ contractor }) => contractor.id === contractorId)
      expect(stage.companyName?.split(', ')[0]).toBe(first?.contractor.companyName)
      expect(rootId).toBe(lead.id)
      expect({ id, ...row, isUrgent }).toEqual({ id, ...stage, isUrgent: clock === 'wall' })
      const isFirst = stage.waitsFor === 'us' && lead.isUrgent
      const isDue = stage.remindAt !== null && stage.remindAt <= lead.now && !isFirst
      const turns = { us: [0, 2, 3], contractor: [4], visitor: [5], later: [6], nobody: [7] }
      expect(isDue ? [1] : turns[stage.waitsFor]).toContain(turn)
      expect(turn === 0).toBe(isFirst)
      seen.add(stage.waitsFor === 'later' ? 'later' : `${stage.stage}, ${stage.waitsFor}`)
    }
    expect([...seen].toSorted()).toEqual([
      'asked, contractor',
      'cancelled, nobody',
      'done, nobody',
      'later',
      'lost, nobody',
      'matched, contractor',
      'matched, us',
      'matched, visitor',
      'new, us',
      'new, visitor',
      'nobody-left, us',
    ])
  })
})
