/** @module-tag slow */
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { requestPage } from '#/content/request-page.ts'
import type { Offer, Referral } from '#/contracts/referrals/offers.ts'
import { apiPaths, leadPath } from '#/contracts/routes.ts'
import {
  contractors,
  deliveries,
  leads,
  offerLinks,
  offers,
  rateLimits,
  referrals,
} from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contactBody } from '#tests/support/factories.ts'
import { afterYes } from '#tests/support/leads/after-yes.ts'
import { inAnHour } from '#tests/support/leads/offer-site.ts'
import { referralSite } from '#tests/support/suite-site.ts'
import { watchCalls } from '../news/watch-calls.ts'

/** `npm run faults` tries many more. */
const numRuns = inject('faults') === 'full' ? 600 : 6

/** Steps of one sequence. */
const length = 16

/**
 * Everything that can happen to a lead and its offers. `who` is one of three contractors; of what
 * befalls an offer, one of those who have one, the newest first.
 */
const step = fc.record({
  does: fc.oneof(
    { weight: 4, arbitrary: fc.constant('offer') },
    { weight: 3, arbitrary: fc.constantFrom('accept', 'agree', 'reassign') },
    { weight: 3, arbitrary: fc.constantFrom('lapse-then-offer', 'lapse-then-accept') },
    { weight: 2, arbitrary: fc.constantFrom('decline', 'withdraw', 'report') },
    { weight: 3, arbitrary: fc.constantFrom('hand-back', 'call-later', 'on-the-way', 'claim') },
    { weight: 3, arbitrary: fc.constantFrom('spoken', 'not-called', 'call-time-passes') },
    {
      weight: 2,
      arbitrary: fc.constantFrom('settled', 'still-needed', 'agree-to-claim', 'reject'),
    },
    { weight: 2, arbitrary: fc.constantFrom('lapse', 'lose-insurance', 'pause') },
    { weight: 2, arbitrary: fc.constantFrom('renew', 'resume') },
    { weight: 2, arbitrary: fc.constantFrom('remove', 'remove-then-accept', 'add-again') },
    { weight: 2, arbitrary: fc.constantFrom('expire', 'advance') },
    // More often it can go on than not.
    { weight: 1, arbitrary: fc.constantFrom('quarantine', 'lost', 'not-needed') },
    { weight: 3, arbitrary: fc.constantFrom('release', 'reopen', 'needed-again') },
  ),
  who: fc.nat(2),
})

type Step = { does: string; who: number }

const papersBy: Record<string, { licenseExpiresOn: string; insuranceExpiresOn: string }> = {
  lapse: { licenseExpiresOn: '2026-01-01', insuranceExpiresOn: '2099-01-01' },
  'lose-insurance': { licenseExpiresOn: '2099-01-01', insuranceExpiresOn: '2026-01-01' },
  renew: { licenseExpiresOn: '2099-01-01', insuranceExpiresOn: '2099-01-01' },
}

describeOnDatabase('whatever happens in whatever order', (database) => {
  const { app, db, site } = referralSite(database)
  const { checkCall } = afterYes(db, site)

  const secrets = ['Greta', 'greta@', '555-0199', 'Hidden Lane', 'it hums']

  type Person = { id: number; hasLapsed: boolean; isPaused: boolean; isRemoved: boolean }

  /** What is known of the lead from what was answered, told apart from what is stored. */
  type World = {
    leadId: number
    page: string
    isQuarantined: boolean
    people: Person[]
    links: Map<number, { link: string; who: number }>
  }

  async function start(isAutomatic: boolean): Promise<World> {
    await db().delete(leads)
    await db().delete(contractors)
    await db().delete(rateLimits)
    await site.setAutomatic(isAutomatic)
    const people = []
    for (let each = 0; each < 3; each += 1) {
      const { id } = await site.addContractor()
      people.push({ id, hasLapsed: false, isPaused: false, isRemoved: false })
    }
    const payload = contactBody({
      submissionId: crypto.randomUUID(),
      name: 'Greta Secret',
      email: 'greta@example.com',
      phone: '(386) 555-0199',
      address: '77 Hidden Lane, Deltona',
      message: `it hums ${crypto.randomUUID()}`,
    })
    const sent = await app().inject({ method: 'POST', url: apiPaths.contact, payload })
    const [lead] = await db().select({ id: leads.id }).from(leads)
    const page: string = sent.json().data.requestPath
    return { leadId: lead?.id ?? 0, page, isQuarantined: false, people, links: new Map() }
  }

  /** Of a lead that was erased nothing is left. */
  const referralOf = async (
    world: World,
  ): Promise<Pick<Referral, 'outcome' | 'offers' | 'claimedReason'>> =>
    (await site.referral(world.leadId)) ?? { outcome: 'open', offers: [], claimedReason: null }

  /** The number and the link of an offer, the newest of all for 0, and whose it is. */
  function pickOffer({ links, people }: World, which: number) {
    const all = [...links].toReversed()
    const [id = 0, { link = '/offer/none', who = which } = {}] = all[which % all.length] ?? []
    return { id, link, person: people[who] }
  }

  async function changePerson(person: Person, does: string): Promise<void> {
    const papers = papersBy[does]
    if (papers) person.hasLapsed = does !== 'renew'
    else if (does === 'remove' || does === 'add-again') person.isRemoved = does === 'remove'
    else person.isPaused = does === 'pause'
    const pausedUntil = person.isPaused ? '2099-01-01' : null
    await db()
      .update(contractors)
      .set({ ...papers, pausedUntil, removedAt: person.isRemoved ? new Date() : null })
      .where(eq(contractors.id, person.id))
  }

  /** The owner takes it back from whoever has it, and gives it to another. */
  async function reassign({ leadId, ...world }: World, to: Person): Promise<void> {
    const { offers: all } = await referralOf({ leadId, ...world })
    const accepted = all.find(({ state }) => state === 'accepted')
    if (accepted) await site.withdraw(accepted.id)
    await site.agree(leadId, to.id, inAnHour())
  }

  async function take(world: World, { does, who }: Step): Promise<void> {
    const { leadId, people, page } = world
    const person = people[who]
    if (!person) throw new Error('there are three')
    const offer = pickOffer(world, who)
    const { id: offerId, link } = offer
    switch (does) {
      case 'offer':
        return void (await site.offer(leadId, person.id))
      case 'lapse-then-offer':
        await changePerson(person, 'lapse')
        return void (await site.offer(leadId, person.id))
      case 'accept':
        return void (await site.open(`${link}/accept`, { callAt: inAnHour() }))
      case 'lapse-then-accept':
        if (offer.person) await changePerson(offer.person, 'lapse')
        return void (await site.open(`${link}/accept`, { callAt: inAnHour() }))
      case 'remove-then-accept':
        if (offer.person) await changePerson(offer.person, 'remove')
        return void (await site.open(`${link}/accept`, { callAt: inAnHour() }))
      case 'decline':
        return void (await site.open(`${link}/decline`, { reason: 'other' }))
      case 'report': {
        const told =
          offerId % 2 ? { outcome: 'done' } : { outcome: 'lost', lostReason: 'duplicate' }
        return void (await site.open(`${link}/outcome`, told))
      }
      case 'hand-back':
        return void (await site.open(`${link}/hand-back`, { reason: 'too-far' }))
      case 'call-later':
        return void (await site.open(`${link}/call-time`, { callAt: inAnHour() }))
      case 'on-the-way':
      case 'spoken':
        return void (await site.open(`${link}/${does}`, {}))
      case 'call-time-passes':
        await db().update(offers).set({ callAt: new Date() })
        return watchCalls(db(), new Date(Date.now() + 2 * 86_400_000))
      case 'claim':
        return void (await site.open(`${link}/outcome`, {
          ...{ outcome: 'lost', lostReason: 'unreachable' },
        }))
      case 'settled':
      case 'still-needed':
      case 'not-called':
        return void (await site.open(`${page}/answer`, { answer: does }))
      case 'agree-to-claim':
      case 'reject':
        return void (await site.ask('POST', leadPath(apiPaths.leadClaim, leadId), {
          agrees: does === 'agree-to-claim',
        }))
      case 'withdraw':
        return void (await site.withdraw(offerId))
      case 'agree':
        return void (await site.agree(leadId, person.id, inAnHour()))
      case 'reassign':
        return reassign(world, person)
      case 'expire':
        return site.endTimes()
      case 'advance':
        return site.advance()
      case 'quarantine':
        await site.ask('POST', leadPath(apiPaths.leadQuarantine, leadId))
        world.isQuarantined = true
        return
      case 'release':
        await site.ask('POST', leadPath(apiPaths.leadRelease, leadId))
        world.isQuarantined = false
        return
      case 'lost':
        return void (await site.setOutcome(leadId, 'lost', 'unreachable'))
      case 'reopen':
        return void (await site.setOutcome(leadId, 'open'))
      case 'not-needed':
        return void (await site.open(page, { add: 'withdrawn' }))
      case 'needed-again':
        return void (await site.open(page, { add: 'wanted-again' }))
      default:
        return changePerson(offer.person ?? person, does)
    }
  }

  /** What must hold of an offer that was not there before a step, or was not accepted before it. */
  function checkNews(world: World, offer: Offer, isNew: boolean, { does }: Step): void {
    const person = world.people.find(({ id }) => id === offer.contractorId)
    expect(person?.hasLapsed, `${offer.state} by a lapsed one, after ${does}`).toBe(false)
    expect(person?.isRemoved, `${offer.state} by a removed one, after ${does}`).toBe(false)
    expect(world.isQuarantined, `${offer.state} in quarantine, after ${does}`).toBe(false)
    // The owner may ask somebody who pauses; the server does not.
    if (isNew && offer.by === null) expect(person?.isPaused).toBe(false)
  }

  /** Reads an offer as its contractor can, by mail and on its page. */
  async function checkPages(world: World, { id, contractorId, state }: Offer): Promise<void> {
    if (!world.links.has(id)) {
      const channel = state === 'accepted' ? 'match' : 'offer'
      const mail = await site.mails(channel, { id }, world.leadId)
      if (channel === 'offer') {
        for (const secret of secrets) expect(JSON.stringify(mail)).not.toContain(secret)
      }
      const who = world.people.findIndex((person) => person.id === contractorId)
      if ('wanted' in mail && 'link' in mail.wanted) {
        world.links.set(id, { link: mail.wanted.link, who })
      }
    }
    const known = world.links.get(id)
    if (!known) return
    const { body } = await site.open(known.link)
    const isTheirs = state === 'accepted' && !world.people[known.who]?.isRemoved
    for (const secret of secrets) expect(body.includes(secret)).toBe(isTheirs)
  }

  /** What must hold at any time. `before` are the offers before the step. */
  async function check(world: World, before: readonly Offer[], did: Step): Promise<void> {
    const { outcome, offers: all, claimedReason } = await referralOf(world)
    const accepted = all.filter(({ state }) => state === 'accepted')
    expect(accepted.length, JSON.stringify(did)).toBeLessThanOrEqual(1)
    if (accepted.length === 1) expect(outcome).not.toBe('open')
    if (outcome === 'matched') expect(accepted).toHaveLength(1)
    if (claimedReason) expect(outcome, JSON.stringify(did)).toBe('matched')
    await checkVisitorAgrees(world, outcome, claimedReason)
    await checkCall(world, claimedReason || outcome !== 'matched' ? undefined : accepted[0])
    for (const offer of all) {
      const earlier = before.find(({ id }) => id === offer.id)
      const isNews = !earlier || (offer.state === 'accepted' && earlier.state !== 'accepted')
      if (isNews) checkNews(world, offer, !earlier, did)
      await checkPages(world, offer)
    }
    await checkVisitor(world, outcome, all)
  }

  /** The visitor's page says the same as the owner's panel: matched, asked whether it is so, or neither. */
  async function checkVisitorAgrees(
    world: World,
    outcome: string,
    claimedReason: string | null,
  ): Promise<void> {
    const { body } = await site.open(world.page)
    const isRemoved = world.people.some((person) => person.isRemoved)
    expect(body.includes(requestPage.claimed.settled) && !isRemoved).toBe(
      claimedReason !== null && !isRemoved,
    )
    if (outcome !== 'matched') expect(body).not.toContain(requestPage.matched.saidYes)
    else if (!isRemoved && !claimedReason) expect(body).toContain(requestPage.matched.saidYes)
  }

  /** The visitor reads of nobody who was removed that they will come. */
  async function checkVisitor(world: World, outcome: string, all: readonly Offer[]) {
    const removed = world.people.filter(({ isRemoved }) => isRemoved).map(({ id }) => id)
    const theirs = all.filter(({ contractorId }) => removed.includes(contractorId))
    if (outcome === 'done' || theirs.length === 0) return
    const { body } = await site.open(world.page)
    for (const { companyName } of theirs) expect(body).not.toContain(`>${companyName}<`)
  }

  /** Nothing of the lead is left, in no page and no mail, whatever anybody does afterwards. */
  async function checkErased(world: World): Promise<void> {
    for (const path of [world.page, ...[...world.links.values()].map(({ link }) => link)]) {
      const { statusCode, body } = await site.open(path)
      expect(statusCode).toBe(404)
      for (const secret of secrets) expect(body).not.toContain(secret)
    }
    for (const id of world.links.keys()) {
      for (const channel of [
        'offer',
        'match',
        'recall',
        'call-reminder',
        'introduction',
      ] as const) {
        expect(await site.mails(channel, { id }, world.leadId)).toHaveProperty('cancelled')
      }
    }
    for (const table of [offers, offerLinks, referrals, deliveries]) {
      expect(await db().$count(table)).toBe(0)
    }
  }

  test('one contractor has a lead at most, none who has lapsed is asked or accepts, and nobody reads whose it is before they have it, or after it was erased', {
    timeout: 3_600_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.array(step, { minLength: length, maxLength: length }),
        fc.constantFrom(1, 4, 8, length, length),
        async (isAutomatic, steps, erasedAfter) => {
          const world = await start(isAutomatic)
          for (const each of steps.slice(0, erasedAfter)) {
            const before = (await referralOf(world)).offers
            await take(world, each)
            await check(world, before, each)
          }
          const erasure = { leadId: world.leadId, expectedLeads: 1 }
          expect((await site.ask('POST', apiPaths.erasures, erasure)).status).toBe(200)
          await checkErased(world)
          for (const each of steps.slice(erasedAfter)) await take(world, each)
          await checkErased(world)
        },
      ),
      { numRuns },
    )
  })
})
