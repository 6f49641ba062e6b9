import { expect, test } from 'vitest'
import { additionErrors, ratingErrors, requestPage } from '#/content/request-page.ts'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import type { NeedList } from '#/contracts/health/needs.ts'
import type { ContractorEntry } from '#/contracts/referrals/contractors.ts'
import type { LeadPanel } from '#/contracts/referrals/office-leads.ts'
import type { ListedRating, Rating } from '#/contracts/referrals/ratings.ts'
import { leadPagePath } from '#/contracts/routes.ts'
import { offers } from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { inAnHour } from '#tests/support/leads/offer-site.ts'
import { referralSite } from '#tests/support/suite-site.ts'
import { addPhoto } from '../request/add-details.ts'
import { makeLink } from '../store/links.ts'

const good = {
  came: 'yes',
  stars: '4',
  ratingText: 'They came, and it is cool again.',
  mayPublish: 'yes',
  shownName: 'Anna B.',
  shownTown: 'DeLand',
}

describeOnDatabase('the rating of a request', (database) => {
  const { db, site } = referralSite(database, { isEmptied: true })

  /** A request whose work is done, and its page. */
  async function done() {
    const leadId = await site.sendLead()
    const path = await makeLink(db(), 'leadId', leadId, '')
    const { id } = await site.addContractor()
    await site.agree(leadId, id, inAnHour())
    await site.setOutcome(leadId, 'done')
    return { leadId, path }
  }
  const rate = (path: string, fields: Record<string, string> = good) =>
    site.open(`${path}/rating`, fields)
  const ratingOf = async (leadId: number) =>
    (await site.ask<LeadPanel>('GET', pathTo(api.lead, { leadId }))).data.rating
  const historyOf = async (leadId: number) =>
    (await site.ask<LeadPanel>('GET', pathTo(api.lead, { leadId }))).data.history.map(
      ({ kind, detail }) => (detail === null ? kind : `${kind} ${detail}`),
    )
  const publish = (leadId: number, version = 1) =>
    site.ask<Rating>('PUT', pathTo(api.publishRating, { leadId }), { version })

  test('is given once the work is done, and shown to the owner at once', async () => {
    const { leadId, path } = await done()
    expect((await site.open(path)).body).toContain(requestPage.rating.button)
    const answer = await rate(path)
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `${path}?added=rating`])
    const { body } = await site.open(String(answer.headers.location))
    expect(body).toContain(requestPage.added.rating)
    expect(body).toContain('Anna B.')
    expect(await ratingOf(leadId)).toMatchObject({
      hasCome: true,
      stars: 4,
      text: good.ratingText,
      mayPublish: true,
      shownName: 'Anna B.',
      shownTown: 'DeLand',
      publishedAt: null,
    })
    expect((await historyOf(leadId)).at(-1)).toBe('rated 4 of 5')
    const { data } = await site.ask<ListedRating[]>('GET', api.ratings.path)
    expect(data).toMatchObject([{ leadId, leadName: 'Maria Alvarez', stars: 4 }])
    // Sent twice, as by a second click, it is one.
    await rate(path)
    expect((await ratingOf(leadId))?.version).toBe(1)
    // Whoever has the request since was not rated.
    await db()
      .update(offers)
      .set({ answeredAt: Date.now() + 60_000 })
    const contractors = await site.ask<ContractorEntry[]>('GET', api.contractors.path)
    expect(contractors.data.map(({ work }) => work.ratings)).toEqual([0])
  })

  test('without a yes keeps neither name nor town', async () => {
    const { leadId, path } = await done()
    const { mayPublish: _, ...silent } = good
    await rate(path, silent)
    const none = { mayPublish: false, shownName: null, shownTown: null }
    expect(await ratingOf(leadId)).toMatchObject(none)
    expect((await site.open(path)).body).toContain(requestPage.rating.notPublished)
  })

  test('that nobody came needs no stars, and the owner reads it', async () => {
    const { leadId, path } = await done()
    expect((await rate(path, { came: 'no' })).statusCode).toBe(303)
    expect(await ratingOf(leadId)).toMatchObject({ hasCome: false, stars: null })
    expect((await site.open(path)).body).toContain(requestPage.rating.cameNo)
    expect((await historyOf(leadId)).at(-1)).toBe('rated')
    const { data } = await site.ask<NeedList>('GET', api.needs.path)
    expect(data.needs).toContainEqual(
      expect.objectContaining({
        text: 'Low rating: they didn’t show up',
        links: [expect.objectContaining({ path: leadPagePath(leadId) })],
      }),
    )
  })

  test('can be changed until it is published', async () => {
    const { leadId, path } = await done()
    await rate(path)
    await rate(path, { ...good, stars: '5' })
    expect(await ratingOf(leadId)).toMatchObject({ stars: 5, version: 2 })
    expect((await publish(leadId, 1)).message).toContain('changed the rating. Please read it')
    expect((await publish(leadId, 2)).status).toBe(200)
    const late = await rate(path, { ...good, stars: '1' })
    expect(late.statusCode).toBe(400)
    expect(late.body).toContain(ratingErrors.refused.published)
    expect(await ratingOf(leadId)).toMatchObject({ stars: 5 })
    // The visitor takes the yes back: it comes off, and can be changed again.
    await site.open(path, { add: 'rating-withdrawn' })
    const none = { stars: 5, mayPublish: false, shownName: null, publishedAt: null }
    expect(await ratingOf(leadId)).toMatchObject(none)
    expect((await rate(path, { ...good, stars: '2' })).statusCode).toBe(303)
    expect(await ratingOf(leadId)).toMatchObject({ stars: 2 })
    expect((await historyOf(leadId)).slice(-5)).toEqual([
      'rated 4 of 5',
      'rated 5 of 5',
      'rating-published',
      'rating-withdrawn',
      'rated 2 of 5',
    ])
  })

  test.each([
    [{}, ratingErrors.fields.came.required],
    [{ came: 'yes' }, ratingErrors.fields.stars.required],
    [{ ...good, came: 'no', stars: '' }, ratingErrors.fields.stars.required],
    [{ ...good, stars: '6' }, ratingErrors.fields.stars.required],
    [{ ...good, ratingText: ' ' }, ratingErrors.fields.ratingText.required],
    [{ ...good, ratingText: 'x'.repeat(201) }, 'Please keep it to 200 characters.'],
    [{ ...good, ratingText: 'a\u0000b' }, ratingErrors.fields.ratingText.badCharacters],
    // Of two things that are wrong with a field the first is said.
    [{ ...good, ratingText: `x\u0000${'x'.repeat(200)}` }, 'Please keep it to 200 characters.'],
    [{ ...good, shownName: '\u200f.' }, ratingErrors.fields.shownName.required],
    [{ ...good, shownName: 'x'.repeat(41) }, 'Please keep the name to 40 characters.'],
    [{ ...good, shownTown: '' }, ratingErrors.fields.shownTown.required],
    [{ ...good, shownTown: 'Atlantis' }, ratingErrors.fields.shownTown.invalid],
  ])('%j is refused beside its field, and what was entered stays', async (sent, words) => {
    const { leadId, path } = await done()
    const { statusCode, body } = await rate(path, sent as Record<string, string>)
    expect(statusCode).toBe(400)
    expect(body).toContain(words)
    if ('came' in sent)
      expect(body).toMatch(/name="came"[^>]*value="yes"[^>]*checked|checked=""[^>]*value="yes"/)
    expect(await ratingOf(leadId)).toBeNull()
  })

  test('says everything that is wrong at once', async () => {
    const { path } = await done()
    const { body } = await rate(path, { mayPublish: 'yes', shownTown: 'Atlantis' })
    const { came, stars, ratingText, shownName, shownTown } = ratingErrors.fields
    for (const words of [came, stars, ratingText, shownName]) expect(body).toContain(words.required)
    expect(body).toContain(shownTown.invalid)
  })

  test('waits until the contractor was to call', async () => {
    const leadId = await site.sendLead()
    const path = await makeLink(db(), 'leadId', leadId, '')
    const expectEarly = async () => {
      expect((await site.open(path)).body).not.toContain(requestPage.rating.heading)
      const { statusCode, body } = await rate(path)
      expect([statusCode, body.includes(ratingErrors.refused.early)]).toEqual([400, true])
    }
    await expectEarly()
    const { id } = await site.addContractor()
    await site.agree(leadId, id, inAnHour())
    const callAt = (ms: number) =>
      db()
        .update(offers)
        .set({ callAt: Date.now() + ms })
    await callAt(3_600_000)
    await expectEarly()
    await callAt(-1)
    const { body } = await site.open(path)
    expect(body).toContain(requestPage.rating.heading)
    expect(body).toContain(requestPage.add.heading)
    expect((await rate(path)).statusCode).toBe(303)
  })

  test.each([
    ['done', null],
    ['lost', 'unreachable'],
  ])(
    'is all that a request which is %s asks for: nothing else is taken',
    async (outcome, reason) => {
      const { leadId, path } = await done()
      await site.setOutcome(leadId, outcome, reason)
      const { body } = await site.open(path)
      expect(body).toContain(requestPage.rating.heading)
      expect(body).not.toContain(requestPage.add.heading)
      const forms: Record<string, string>[] = [
        { add: 'place', town: 'DeLand' },
        { add: 'call-time', callTime: 'now' },
        { add: 'word', word: 'one more' },
        { add: 'withdrawn' },
      ]
      for (const form of forms) {
        const answer = await site.open(path, form)
        expect(answer.statusCode).toBe(400)
        expect(answer.body).toContain(additionErrors.closed)
      }
      expect((await historyOf(leadId)).join()).not.toMatch(/added|withdrawn/)
      expect((await rate(path)).statusCode).toBe(303)
    },
  )

  test('leaves the photographs of a closed request as they are, but for removing them', async () => {
    const { leadId, path } = await done()
    const photo = { image: Buffer.from('x'), thumbnail: Buffer.from('x'), width: 1, height: 1 }
    await site.setOutcome(leadId, 'matched')
    expect(await addPhoto(db(), leadId, photo)).toBeUndefined()
    await site.setOutcome(leadId, 'done')
    expect(await addPhoto(db(), leadId, photo)).toBe(additionErrors.closed)
    const { body } = await site.open(path)
    const [, removal = ''] = /action="([^"]*\/removal)"/.exec(body) ?? []
    expect((await site.open(removal, {})).statusCode).toBe(303)
    expect((await site.open(path)).body).not.toContain('/removal"')
  })

  test('is not asked for by a visitor who needs it no longer, and can still want it again', async () => {
    const leadId = await site.sendLead()
    const path = await makeLink(db(), 'leadId', leadId, '')
    await site.open(path, { add: 'withdrawn' })
    expect((await site.open(path, { add: 'word', word: 'x' })).statusCode).toBe(400)
    const { body } = await site.open(path)
    expect(body).toContain(requestPage.withdrawn.again)
    expect(body).not.toContain(requestPage.rating.heading)
    expect((await site.open(path, { add: 'wanted-again' })).statusCode).toBe(303)
    expect((await site.referral(leadId)).outcome).toBe('open')
  })

  test('can be taken back whatever becomes of the request', async () => {
    const { leadId, path } = await done()
    await rate(path)
    await publish(leadId)
    await site.setOutcome(leadId, 'matched')
    const [offer] = (await site.referral(leadId)).offers
    await site.withdraw(offer?.id ?? 0)
    const expectTakeOff = async () =>
      expect((await site.open(path)).body).toContain(requestPage.rating.takeOff)
    await expectTakeOff()
    await site.open(path, { add: 'withdrawn' })
    await expectTakeOff()
    expect((await site.open(path, { add: 'rating-withdrawn' })).statusCode).toBe(303)
    expect(await ratingOf(leadId)).toMatchObject({ mayPublish: false, publishedAt: null })
  })

  test('of two that are sent at once one counts after the other', async () => {
    const { leadId, path } = await done()
    const answers = await Promise.all(
      ['1', '2', '3', '4', '5'].map((stars) => rate(path, { ...good, stars })),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 303))
    expect((await ratingOf(leadId))?.version).toBe(5)
  })
})
