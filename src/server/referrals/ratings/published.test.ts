import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { mostReviews, testimonials } from '#/content/testimonials.ts'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import type { NeedList } from '#/contracts/health/needs.ts'
import type { Rating } from '#/contracts/referrals/ratings.ts'
import type { OwnReview } from '#/contracts/settings/setting-types.ts'
import { leads, ratings } from '#/server/db/tables/schema.ts'
import { auditReader } from '#tests/support/accounts/audit-entries.ts'
import { buildTestApp } from '#tests/support/app-builder.ts'
import { describeOnDatabase, losable } from '#tests/support/databases.ts'
import { anotherProcess, referralSite } from '#tests/support/suite-site.ts'

describeOnDatabase('ratings on the home page', (database) => {
  const { app, ask, cookie, db, site } = referralSite(database, { isEmptied: true })
  const { wordsOf } = auditReader(() => database.handle())
  const elsewhere = anotherProcess(database)

  let given = 0
  /** A request with a rating that may be published, unless told otherwise. */
  async function rated(fields: Partial<typeof ratings.$inferInsert> = {}) {
    given += 1
    const leadId = await site.sendLead({ name: 'Greta Secret', email: 'greta@example.com' })
    const text = `It is cool again ${given}.`
    await db()
      .insert(ratings)
      .values({
        leadId,
        hasCome: true,
        stars: 5,
        text,
        mayPublish: true,
        shownName: 'Anna B.',
        shownTown: 'DeLand',
        ratedAt: new Date('2026-03-31T23:00-04:00'),
        ...fields,
      })
    return { leadId, text }
  }
  const publication = (leadId: number) => pathTo(api.publishRating, { leadId })
  const publish = (leadId: number) => site.ask<Rating>('PUT', publication(leadId), { version: 1 })
  const takeOff = (leadId: number) =>
    app().inject({ method: 'DELETE', url: publication(leadId), headers: { cookie: cookie() } })
  const isToDo = async () =>
    (await site.ask<NeedList>('GET', api.needs.path)).data.needs.some(
      ({ key }) => key === 'reviews',
    )
  const homeOf = async (at: FastifyInstance) => (await at.inject('/')).body
  const reviewsIn = (html: string) => html.split('card review').length - 1
  /** Waits until the home page of every process shows a text, or no longer. */
  const expectShown = async (text: string, isShown: boolean) => {
    for (const each of [app(), elsewhere()]) {
      await expect.poll(async () => (await homeOf(each)).includes(text)).toBe(isShown)
    }
  }

  test('are shown in every process as soon as they are published, and no longer once taken off', async () => {
    const { leadId, text } = await rated({ stars: 4 })
    await expectShown(text, false)
    const { status, data } = await publish(leadId)
    expect([status, data.publishedAt]).toEqual([200, expect.stringMatching(/Z$/)])
    await expectShown(text, true)
    const html = await homeOf(app())
    expect(html).toContain('4 out of 5 stars')
    expect(html).toMatch(/Anna B\.<\/b>, DeLand, FL/)
    expect(html).toContain('March 2026')
    expect(html).not.toMatch(/Greta|greta@/)
    expect((await takeOff(leadId)).statusCode).toBe(200)
    await expectShown(text, false)
  })

  test('take the place of the samples, which go with the first', { tags: 'slow' }, async () => {
    const texts: string[] = []
    const before = await homeOf(app())
    expect(reviewsIn(before)).toBe(testimonials.length)
    expect(before.match(/>Sample, /g)).toHaveLength(testimonials.length)
    expect(before).toContain('Sample reviews')
    expect(before).not.toMatch(/What our clients say|we matched with|Google|Facebook|Yelp/)
    for (let count = 1; count <= mostReviews + 1; count += 1) {
      const { leadId, text } = await rated()
      await publish(leadId)
      texts.push(text)
      await expectShown(text, true)
      const html = await homeOf(app())
      expect(reviewsIn(html)).toBe(Math.min(count, mostReviews))
      expect(testimonials.filter((sample) => html.includes(sample.text))).toEqual([])
      expect(html).toContain('What our clients say')
      expect(html).not.toMatch(/>Sample, |Sample reviews/)
      expect(await isToDo()).toBe(false)
    }
    // Of more than there is room for, the latest are shown.
    await expectShown(texts[0] ?? '', false)
  })

  test('have no samples in their place where the owner wants none', { tags: 'slow' }, async () => {
    await expectShown('Sample reviews', true)
    const set = (areShown: boolean) => site.ask('PUT', api.sampleReviews.change.path, { areShown })
    expect(await isToDo()).toBe(true)
    expect((await set(false)).data).toEqual({ areShown: false })
    await expectShown('Sample reviews', false)
    expect(reviewsIn(await homeOf(app()))).toBe(0)
    expect(await isToDo()).toBe(false)
    const { leadId, text } = await rated()
    await publish(leadId)
    await expectShown(text, true)
    await takeOff(leadId)
    await expectShown(text, false)
    expect((await site.ask('GET', api.sampleReviews.read.path)).data).toEqual({ areShown: false })
    await set(true)
    await expectShown('Sample reviews', true)
  })

  test('are beside what customers wrote elsewhere', { tags: 'slow' }, async () => {
    const add = (more: object) =>
      ask('POST', api.addOwnReview.path, {
        name: 'Rosa P.',
        location: 'Oviedo, FL',
        rating: '4',
        text: 'On time, <i>twice</i>.',
        source: 'google',
        month: '2026-03',
        isReal: 'yes',
        ...more,
      })
    await expectShown('Sample reviews', true)
    for (const [field, value] of [
      ['name', '5'],
      ['rating', '6'],
      ['text', ''],
      ['source', 'angi'],
      ['month', '2199-01'],
      ['isReal', ''],
    ] as const) {
      const { status, fields } = await add({ [field]: value })
      expect([status, Object.keys(fields ?? {})]).toEqual([400, [field]])
    }
    expect((await add({})).data).toHaveLength(1)
    await expectShown('On time, &lt;i&gt;twice&lt;/i&gt;.', true)
    const html = await homeOf(app())
    expect(html).toMatch(/Rosa P\.<\/b>, Oviedo, FL/)
    expect(html).toMatch(/aria-label="Review on Google"[\s\S]{0,400}March 2026/)
    expect(html).not.toMatch(/>Sample, |Sample reviews/)
    expect(reviewsIn(html)).toBe(1)
    expect(await isToDo()).toBe(false)
    await add({ source: 'other', text: 'Second.' })
    await expectShown('Second.', true)
    expect((await homeOf(app())).match(/Review on/g)).toHaveLength(1)
    // A rating comes before them.
    const { leadId, text } = await rated()
    await publish(leadId)
    await expectShown(text, true)
    const both = await homeOf(elsewhere())
    expect(both.indexOf(text)).toBeLessThan(both.indexOf('Second.'))
    await takeOff(leadId)
    await Promise.all(Array.from({ length: mostReviews - 2 }, () => add({})))
    expect((await add({})).status).toBe(409)
    const { data: all } = await ask('GET', api.ownReviews.path)
    expect(all).toHaveLength(mostReviews)
    const remove = ({ id }: OwnReview) =>
      ask('DELETE', pathTo(api.removeOwnReview, { reviewId: id }))
    const words = await wordsOf(() => Promise.all(all.map(remove)))
    expect(words[0]).toContain('review from elsewhere: 4 of 5, March 2026')
    await expectShown('Sample reviews', true)
  })

  test('are never there without a yes: neither the owner nor the database publishes them', async () => {
    const { leadId } = await rated({ mayPublish: false })
    expect(await publish(leadId)).toMatchObject({
      status: 409,
      message: expect.stringContaining('hasn’t agreed'),
    })
    const force = db().update(ratings).set({ publishedAt: new Date() })
    await expect(force).rejects.toMatchObject({
      cause: { constraint: 'ratings_published_with_yes' },
    })
    await expect(
      db().update(ratings).set({ mayPublish: true, shownName: null }),
    ).rejects.toMatchObject({ cause: { constraint: 'ratings_shown_as_agreed' } })
    expect(await publish(9_999)).toMatchObject({ status: 404 })
  })

  test.each<[string, (leadId: number) => Promise<unknown>]>([
    [
      'the person is erased',
      (leadId) =>
        site.ask('POST', api.erase.path, { leadId, expectedLeads: 1 }).then(({ status }) =>
          // Who they are was proven a moment ago, by signing in.
          expect(status).toBe(200),
        ),
    ],
    ['the lead goes', (leadId) => db().delete(leads).where(eq(leads.id, leadId))],
  ])('go when %s', async (_, happen) => {
    const { leadId, text } = await rated()
    await publish(leadId)
    await expectShown(text, true)
    await happen(leadId)
    await expectShown(text, false)
    expect(await db().$count(ratings)).toBe(0)
  })

  test('are hidden while their request is in quarantine', async () => {
    const { leadId, text } = await rated()
    await publish(leadId)
    await expectShown(text, true)
    await site.ask('POST', pathTo(api.leadQuarantine, { leadId }))
    await expectShown(text, false)
    await takeOff(leadId)
    expect(await publish(leadId)).toMatchObject({
      status: 409,
      message: expect.stringContaining('held as spam'),
    })
    await site.ask('POST', pathTo(api.leadRelease, { leadId }))
    await publish(leadId)
    await expectShown(text, true)
  })

  test('are shown as built in while the database is away', async () => {
    const { text, leadId } = await rated()
    await publish(leadId)
    const { handle, setAway } = losable(database.handle())
    const away = await buildTestApp(handle)
    onTestFinished(() => away.close())
    setAway(true)
    const { statusCode, body } = await away.inject('/')
    expect([statusCode, reviewsIn(body), body.includes(text)]).toEqual([200, mostReviews, false])
    setAway(false)
    await expect.poll(async () => (await homeOf(away)).includes(text)).toBe(true)
  })

  test('of any content leave the page whole', async () => {
    const text = '</script><script>alert(1)</script> "&amp; <!-- \u2028'
    const { leadId } = await rated({ text, shownName: '<b>$&</b>' })
    await publish(leadId)
    await expectShown('&lt;/script&gt;', true)
    const html = await homeOf(app())
    expect(html).not.toContain('<script>alert')
    expect(html).toContain('&lt;b&gt;$&amp;&lt;/b&gt;')
    expect(reviewsIn(html)).toBe(1)
  })
})
