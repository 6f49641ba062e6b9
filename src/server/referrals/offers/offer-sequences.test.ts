import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiPaths, leadPath } from '#/contracts/routes.ts'
import { buildTestApp, signInAs } from '../../../../tests/app-builder.ts'
import { describeOnDatabase } from '../../../../tests/databases.ts'
import { inAnHour, offerSite } from '../../../../tests/offer-site.ts'
import { contractors, leads, offers, rateLimits } from '../../db/schema.ts'

/** Everything that can happen to a lead and its offers. `who` is one of three contractors. */
const step = fc.oneof(
  fc.record({
    does: fc.constantFrom('offer', 'accept', 'decline', 'withdraw', 'agree', 'lapse', 'renew'),
    who: fc.nat(2),
  }),
  fc.record({
    does: fc.constantFrom('expire', 'advance', 'quarantine', 'release', 'lost', 'reopen'),
    who: fc.constant(0),
  }),
)

type Step = { does: string; who: number }

describeOnDatabase('whatever happens in whatever order', (database) => {
  let app: FastifyInstance
  let cookie: string
  beforeAll(async () => {
    app = await buildTestApp(database.handle())
    cookie = await signInAs(app, database.handle().db, 'admin')
  })
  afterAll(() => app.close())

  const db = () => database.handle().db
  const site = offerSite({ app: () => app, db, cookie: () => cookie })
  const secrets = ['Greta', 'greta@', '555-0199', 'Hidden Lane', 'it hums']

  /** What is known of the lead from what was answered, told apart from what is stored. */
  type World = {
    leadId: number
    people: { id: number; hasLapsed: boolean }[]
    links: Map<number, { link: string; who: number }>
  }

  async function start(isAutomatic: boolean): Promise<World> {
    await db().delete(leads)
    await db().delete(contractors)
    await db().delete(rateLimits)
    await site.setAutomatic(isAutomatic)
    const people = []
    for (let each = 0; each < 3; each += 1) {
      people.push({ id: (await site.addContractor()).id, hasLapsed: false })
    }
    const leadId = await site.sendLead({
      name: 'Greta Secret',
      email: 'greta@example.com',
      phone: '(386) 555-0199',
      address: '77 Hidden Lane, Deltona',
      message: `it hums ${crypto.randomUUID()}`,
    })
    return { leadId, people, links: new Map() }
  }

  const newestOf = (world: World, who: number) =>
    [...world.links].findLast(([, each]) => each.who === who)

  async function take(world: World, { does, who }: Step): Promise<void> {
    const { leadId, people } = world
    const person = people[who]
    const [offerId = 0, { link = '/offer/none' } = {}] = newestOf(world, who) ?? []
    const setDays = (licenseExpiresOn: string) =>
      db()
        .update(contractors)
        .set({ licenseExpiresOn })
        .where(eq(contractors.id, person?.id ?? 0))
    switch (does) {
      case 'offer':
        return void (await site.offer(leadId, person?.id ?? 0))
      case 'accept':
        return void (await site.open(`${link}/accept`, { callAt: inAnHour() }))
      case 'decline':
        return void (await site.open(`${link}/decline`, { reason: 'other' }))
      case 'withdraw':
        return void (await site.withdraw(offerId))
      case 'agree':
        return void (await site.agree(leadId, person?.id ?? 0, inAnHour()))
      case 'lapse':
      case 'renew':
        await setDays(does === 'lapse' ? '2026-01-01' : '2099-01-01')
        if (person) person.hasLapsed = does === 'lapse'
        return
      case 'expire':
        await db()
          .update(offers)
          .set({ expiresAt: sql`clock_timestamp()` })
          .where(eq(offers.state, 'open'))
        return
      case 'advance':
        return site.advance()
      case 'quarantine':
        return void (await site.ask('POST', leadPath(apiPaths.leadQuarantine, leadId)))
      case 'release':
        return void (await site.ask('POST', leadPath(apiPaths.leadRelease, leadId)))
      case 'lost':
        return void (await site.setOutcome(leadId, 'lost', 'unreachable'))
      default:
        return void (await site.setOutcome(leadId, 'open'))
    }
  }

  /** What must hold at any time. `before` are the offers before the step. */
  async function check(world: World, before: ReadonlySet<number>, did: Step): Promise<void> {
    const { outcome, offers: all } = await site.referral(world.leadId)
    const accepted = all.filter(({ state }) => state === 'accepted')
    expect(accepted.length, JSON.stringify(did)).toBeLessThanOrEqual(1)
    if (accepted.length === 1) expect(outcome).not.toBe('open')
    if (outcome === 'matched') expect(accepted).toHaveLength(1)
    for (const { id, contractorId, state } of all) {
      const who = world.people.findIndex((person) => person.id === contractorId)
      if (!before.has(id)) {
        expect(world.people[who]?.hasLapsed, `offered to a lapsed one by ${did.does}`).toBe(false)
      }
      if (!world.links.has(id)) {
        const channel = state === 'accepted' ? 'match' : 'offer'
        const mail = await site.mails(channel, { id }, world.leadId)
        if (channel === 'offer')
          for (const secret of secrets) expect(JSON.stringify(mail)).not.toContain(secret)
        if ('wanted' in mail && 'link' in mail.wanted) {
          world.links.set(id, { link: mail.wanted.link, who })
        }
      }
      const known = world.links.get(id)
      if (!known) continue
      const { body } = await site.open(known.link)
      for (const secret of secrets) expect(body.includes(secret)).toBe(state === 'accepted')
    }
  }

  test('one contractor has a lead at most, none who has lapsed is asked, and nobody reads whose it is before they have it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.array(step, { minLength: 6, maxLength: 16 }),
        async (isAutomatic, steps) => {
          const world = await start(isAutomatic)
          for (const each of steps) {
            const before = new Set((await site.referral(world.leadId)).offers.map(({ id }) => id))
            await take(world, each)
            await check(world, before, each)
          }
          const erasure = { leadId: world.leadId, expectedLeads: 1 }
          expect((await site.ask('POST', apiPaths.erasures, erasure)).status).toBe(200)
          for (const { link } of world.links.values()) {
            const { statusCode, body } = await site.open(link)
            expect(statusCode).toBe(404)
            for (const secret of secrets) expect(body).not.toContain(secret)
          }
          expect(await db().$count(offers)).toBe(0)
        },
      ),
      { numRuns: 12 },
    )
  })
})
