/** @module-tag slow */
import { and, eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { business } from '#/content/business.ts'
import { requestPage } from '#/content/request-page.ts'
import { dayNames } from '#/contracts/days.ts'
import type { LeadDetails } from '#/contracts/leads/inbox.ts'
import type { Offer, Referral } from '#/contracts/referrals/offers.ts'
import { apiPaths, leadPath } from '#/contracts/routes.ts'
import {
  contractors,
  deliveries,
  leads,
  offers,
  rateLimits,
  referrals,
} from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contactBody } from '#tests/support/factories.ts'
import { inAnHour } from '#tests/support/leads/offer-site.ts'
import { referralSite } from '#tests/support/suite-site.ts'
import { linkToOffer } from '../lead/links.ts'
import { partFromOver } from './join-leads.ts'

/** `npm run faults` tries many more. */
const numRuns = inject('faults') === 'full' ? 300 : 6

const length = 14

/** Where the work of a request is: in a town, outside all of them, or it is not said. */
const places = ['1 Oak St, Deltona', '2 Elm St, DeBary', '3 Ocean Dr, Miami, FL 33139', ''] as const

const step = fc.record({
  does: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('send', 'send-urgent', 'send-again') },
    { weight: 3, arbitrary: fc.constantFrom('accept', 'decline', 'hand-back') },
    { weight: 3, arbitrary: fc.constantFrom('correct-town', 'correct-service', 'correct-urgency') },
    { weight: 2, arbitrary: fc.constantFrom('correct-phone', 'correct-email') },
    { weight: 3, arbitrary: fc.constantFrom('say-place', 'cannot-wait', 'can-wait') },
    { weight: 3, arbitrary: fc.constantFrom('mails-leave', 'bounce', 'expire') },
    { weight: 3, arbitrary: fc.constantFrom('sleep', 'wake', 'cap', 'uncap') },
    { weight: 3, arbitrary: fc.constantFrom('not-needed', 'needed-again', 'still-needed') },
    { weight: 3, arbitrary: fc.constantFrom('join', 'part', 'close', 'reopen', 'done') },
  ),
  who: fc.nat(3),
  where: fc.nat(3),
})

/** What a request can be corrected to be about; nobody does the last. */
const services = ['ac-repair', 'heating-systems', 'emergency-hvac', 'duct-cleaning'] as const

/** Whose it is that has one of ten numbers, or one of ten addresses. */
const phoneOf = (person: number) => `(386) 555-01${10 + person}`
const emailOf = (person: number) => `person${person}@example.com`

const states = fc.array(fc.tuple(fc.boolean(), fc.boolean()), { minLength: 4, maxLength: 4 })

type Step = { does: string; who: number; where: number }

/** Hours on one day of the week, which is neither today nor tomorrow. */
function hoursOfAnotherDay() {
  const name = new Date(Date.now() + 3 * 86_400_000).toLocaleDateString('en-US', {
    ...{ timeZone: business.timeZone, weekday: 'long' },
  })
  return { days: dayNames.filter((day) => day === name), from: '07:00', until: '19:00' }
}

type Row = typeof referrals.$inferSelect

describeOnDatabase('whom the server asks, whatever happens', (database) => {
  const { app, db, ask, site } = referralSite(database)

  type Company = { id: number; towns: string[]; isUp: boolean; most: number; isAwake: boolean }
  /** `phone` and `email` tell whose number and whose address it has. */
  type Request = { id: number; page: string; phone: number; email: number }
  type World = { companies: Company[]; requests: Request[] }

  /** Of each company: whether it wants offers now, and has room for one or for three. */
  async function start(states: readonly (readonly [boolean, boolean])[]): Promise<World> {
    for (const table of [leads, contractors, rateLimits]) await db().delete(table)
    await site.setAutomatic(true)
    const companies: Company[] = []
    for (const towns of [['Deltona'], ['DeBary'], ['Deltona', 'DeBary'], ['Deltona']] as const) {
      const isUp = companies.length > 1
      const { id } = await site.addContractor({ towns: [...towns], answersEmergencies: isUp })
      companies.push({ id, towns: [...towns], isUp, most: 3, isAwake: true })
    }
    for (const [index, [isAwake, hasRoom]] of states.entries()) {
      const company = companies[index]
      if (!company) continue
      await change(company, isAwake ? 'wake' : 'sleep')
      await change(company, hasRoom ? 'uncap' : 'cap')
    }
    return { companies, requests: [] }
  }

  /** As a person of their own, or as the same one as that of an earlier request. */
  async function send(world: World, where: number, isUrgent: boolean, by?: Request): Promise<void> {
    const { requests } = world
    const { phone, email } = by ?? { phone: requests.length, email: requests.length }
    const payload = contactBody({
      submissionId: crypto.randomUUID(),
      ...{ name: `Person ${phone}`, email: emailOf(email), phone: phoneOf(phone) },
      ...{ address: places[where], message: crypto.randomUUID() },
      ...(isUrgent && { service: 'emergency-hvac' }),
    })
    const sent = await app().inject({ method: 'POST', url: apiPaths.contact, payload })
    const { submissionId, requestPath } = sent.json().data
    const rows = await db().select({ id: leads.id, key: leads.submissionId }).from(leads)
    const id = rows.find(({ key }) => key === submissionId)?.id ?? 0
    requests.push({ id, page: requestPath, phone, email })
  }

  const offersOf = async ({ id }: Request): Promise<Offer[]> =>
    (await site.ask<Referral>('GET', leadPath(apiPaths.leadReferral, id))).data.offers

  /** The offer of a request in that state, with the link of its mail. */
  async function linkOf(request: Request, state: 'open' | 'accepted', who: number) {
    const all = (await offersOf(request)).filter((offer) => offer.state === state)
    const offer = all[who % all.length]
    // As an earlier mail had it: the contractor keeps that, whatever becomes of the request.
    return offer && linkToOffer(db(), offer.id, '')
  }

  async function change(company: Company, does: string): Promise<void> {
    if (does === 'cap') company.most = 1
    else if (does === 'uncap') company.most = 3
    else company.isAwake = does === 'wake'
    await db()
      .update(contractors)
      .set({
        mostOpenOffers: company.most,
        offerHours: company.isAwake ? null : hoursOfAnotherDay(),
      })
      .where(eq(contractors.id, company.id))
  }

  async function fill(link: string | undefined, page: string, form: Record<string, string>) {
    if (link) await site.open(link + page, form)
  }

  /** The owner corrects a request. */
  async function correct({ id }: Request, change: Record<string, unknown>): Promise<void> {
    const [lead] = await db().select().from(leads).where(eq(leads.id, id))
    if (!lead) return
    const { name, phoneAsTyped: phone, email, service, cannotWait } = lead
    const town = lead.town ?? (lead.isOutside ? 'outside' : '')
    const was = { name, phone, email, service, cannotWait, address: lead.address ?? '', town }
    const url = leadPath(apiPaths.lead, id)
    const { status, body } = await ask('PATCH', url, { ...was, ...change, was })
    expect(status, JSON.stringify(body)).toBe(200)
  }

  /** One thing of it. Its number and its address may be those of another request, or of a stranger. */
  async function correctOne(world: World, request: Request, what: string, where: number) {
    const other = world.requests[where]
    switch (what) {
      case 'correct-town':
        return correct(request, {
          town: ['Deltona', 'DeBary', 'outside', 'Sanford'][where],
        })
      case 'correct-service':
        return correct(request, { service: services[where] })
      case 'correct-urgency':
        return correct(request, { cannotWait: where % 2 === 0 })
      case 'correct-phone':
        request.phone = other?.phone ?? 6 + where
        return correct(request, { phone: phoneOf(request.phone) })
      default:
        request.email = other?.email ?? 6 + where
        return correct(request, { email: emailOf(request.email) })
    }
  }

  const mailsAre = (state: 'sent' | 'failed') =>
    db()
      .update(deliveries)
      .set({ state, ...(state === 'sent' && { sentAt: new Date() }) })
      .where(and(eq(deliveries.channel, 'offer'), eq(deliveries.state, 'pending')))

  async function take(world: World, { does, who, where }: Step): Promise<void> {
    const { companies, requests } = world
    const company = companies[who]
    const request = requests[who % requests.length]
    if (does.startsWith('send')) {
      const by = does === 'send-again' ? request : undefined
      if (requests.length < 5) await send(world, where, does === 'send-urgent', by)
      return
    }
    if (company && /sleep|wake|cap/.test(does)) return change(company, does)
    if (!request) return
    if (does.startsWith('correct')) return correctOne(world, request, does, where)
    const { id, page } = request
    const town = ['Deltona', 'DeBary', 'elsewhere', 'Sanford'][where] ?? ''
    switch (does) {
      case 'accept':
        return fill(await linkOf(request, 'open', where), '/accept', { callAt: inAnHour() })
      case 'decline':
        return fill(await linkOf(request, 'open', where), '/decline', {
          reason: where % 2 ? 'too-busy' : 'too-far',
        })
      case 'hand-back':
        return fill(await linkOf(request, 'accepted', 0), '/hand-back', { reason: 'other' })
      case 'say-place':
        return fill(page, '', { add: 'place', town })
      case 'mails-leave':
        return void (await mailsAre('sent'))
      case 'bounce':
        return void (await mailsAre('failed'))
      case 'expire':
        return site.endTimes()
      case 'still-needed':
        return fill(page, '/answer', { answer: 'still-needed' })
      case 'join':
        return void (await ask('POST', leadPath(apiPaths.leadJoin, id), {
          leadId: requests[where % requests.length]?.id,
        }))
      case 'part':
        return void (await ask('POST', leadPath(apiPaths.leadPart, id)))
      case 'close':
        return void (await site.setOutcome(id, 'lost', 'duplicate'))
      case 'done':
        return void (await site.setOutcome(id, 'done'))
      case 'reopen':
        return void (await site.setOutcome(id, 'open'))
      case 'not-needed':
        return fill(page, '', { add: 'withdrawn' })
      case 'needed-again':
        return fill(page, '', { add: 'wanted-again' })
      default:
        return fill(page, '', { add: does })
    }
  }

  /** What must hold of an offer that the server has made, and as long as it is open. */
  async function checkFits(world: World, request: Request, offer: Offer, did: string) {
    const company = world.companies.find(({ id }) => id === offer.contractorId)
    const [lead] = await db().select().from(leads).where(eq(leads.id, request.id))
    if (!company || !lead) throw new Error('an offer of nothing, or to nobody')
    expect(lead.isOutside, did).toBe(false)
    if (lead.town) expect(company.towns, did).toContain(lead.town)
    const { service } = lead
    const doesIt = service === 'emergency-hvac' ? company.isUp : service !== 'duct-cleaning'
    expect(doesIt, `${did}: ${service}`).toBe(true)
    return { company, lead }
  }

  /** The same of one that is new: nobody is woken, asked too much, or told whose it is. */
  async function checkNew(world: World, request: Request, offer: Offer, did: string) {
    const { company, lead } = await checkFits(world, request, offer, did)
    const isUrgent = lead.cannotWait || lead.service === 'emergency-hvac'
    expect(lead.town, did).not.toBeNull()
    if (!(isUrgent && company.isUp)) expect(company.isAwake, did).toBe(true)
    if (offer.state !== 'open') return
    const open = and(eq(offers.contractorId, company.id), eq(offers.state, 'open'))
    expect(await db().$count(offers, open), did).toBeLessThanOrEqual(company.most)
    const mail = JSON.stringify(await site.mails('offer', offer, request.id))
    expect(mail, did).not.toMatch(/Person \d|person\d|555.?01\d\d|Oak St|Elm St/)
  }

  /**
   * The owner's list and the visitor's page say the same of a request: that it is over, and then it is
   * so itself, or who has it; and one that is not over waits for somebody. Only the owner sees who has
   * the request of another person with which one goes.
   */
  async function checkStage(
    { requests }: World,
    { id, page, phone, email }: Request,
    row: Row | undefined,
    did: string,
  ) {
    const { stage, waitsFor, joinedTo } = (
      await site.ask<LeadDetails>('GET', leadPath(apiPaths.lead, id))
    ).data
    const isOver = row?.outcome === 'done' || row?.outcome === 'lost'
    expect(waitsFor === 'nobody', `${did}: ${stage}`).toBe(isOver)
    if (isOver) expect(joinedTo, did).toBeNull()
    const { body } = await site.open(page)
    expect(body.includes(requestPage.withdrawn.heading), did).toBe(stage === 'cancelled')
    const first = requests.find((each) => each.id === joinedTo)
    const isTheirs = !first || (first.phone === phone && first.email === email)
    expect(body.includes(requestPage.matched.saidYes), did).toBe(stage === 'matched' && isTheirs)
    const isClosed = body.includes(`>${requestPage.closed.title}<`)
    expect(isClosed || body.includes(requestPage.matched.doneHeading), did).toBe(isOver)
  }

  async function check(world: World, before: ReadonlySet<number>, did: string): Promise<void> {
    for (const request of world.requests) {
      const all = await offersOf(request)
      for (const offer of all) {
        if (!before.has(offer.id)) await checkNew(world, request, offer, did)
        else if (offer.state === 'open') await checkFits(world, request, offer, did)
      }
      const states = all.map(({ state }) => state)
      const open = states.filter((state) => state === 'open').length
      const accepted = states.filter((state) => state === 'accepted').length
      expect(accepted, did).toBeLessThanOrEqual(1)
      expect(open, did).toBeLessThanOrEqual(business.offerTimes.askedInEmergency)
      if (accepted > 0) expect(open, did).toBe(0)
      const [row] = await db().select().from(referrals).where(eq(referrals.leadId, request.id))
      await checkStage(world, request, row, did)
      // What goes with another one is not asked for itself.
      if (row?.joinedTo) expect(open + accepted, did).toBe(0)
      if (row?.outcome !== 'open' || row.joinedTo || open > 0) continue
      // Somebody has it in hand: the server goes on by itself, or the owner has it with a reason.
      const isOurs = row.ranOutAt !== null && row.ownerReason !== null
      expect(row.isAutomatic || isOurs, `${did}: ${JSON.stringify(row)}`).toBe(true)
    }
  }

  test('it is somebody who works there, is awake and has room; a bounce blames nobody; and no request is left to nobody, nor to two', {
    timeout: 3_600_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        states,
        fc.array(step, { minLength: length, maxLength: length }),
        async (first, steps) => {
          const world = await start(first)
          for (const each of steps) {
            const rows = await db().select({ id: offers.id }).from(offers)
            await take(world, each)
            await partFromOver(db())
            await site.advance()
            await check(world, new Set(rows.map(({ id }) => id)), JSON.stringify(each))
          }
          // Of an offer whose mail never left nothing counts.
          const undelivered = await db().$count(
            offers,
            sql`state = 'undelivered' and answered_at is not null`,
          )
          expect(undelivered).toBe(0)
        },
      ),
      { numRuns },
    )
  })
})
