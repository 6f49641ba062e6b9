import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { additionErrors, requestPage } from '#/content/request-page.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { additionLimits } from '#/contracts/referrals/requests.ts'
import { leads } from '#/server/db/tables/schema.ts'
import { formPost } from '#tests/support/api/form-post.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contactBody } from '#tests/support/factories.ts'
import { additionSite } from '#tests/support/suite-site.ts'

describeOnDatabase('what a visitor adds on the page of a request', (database) => {
  const { app, db, send, additionsOf, historyOf } = additionSite(database)

  const post = (path: string, fields: Record<string, string>) =>
    app().inject(formPost(path, fields))

  const cases = [
    {
      sent: { add: 'place', town: 'DeLand', zip: '32720', address: ' 5  Oak St ' },
      stored: { place: { town: 'DeLand', zip: '32720', address: '5 Oak St' } },
      history: 'place-said',
    },
    {
      sent: { add: 'call-time', callTime: 'weekdays after 5' },
      stored: { callTime: 'weekdays after 5' },
      history: 'call-time-said',
    },
    {
      sent: { add: 'word', word: 'The dog bites.\r\nBeware <b>' },
      stored: { words: [expect.objectContaining({ text: 'The dog bites.\nBeware <b>' })] },
      history: 'word-added',
    },
    {
      sent: { add: 'withdrawn' },
      stored: { withdrawnAt: expect.stringMatching(/Z$/) },
      history: 'cancelled',
    },
  ] as const

  test.each(cases)('is stored, said, and shown to the owner: $sent.add', async (each) => {
    const { path, id } = await send()
    const answer = await post(path, each.sent)
    expect([answer.statusCode, answer.headers.location]).toEqual([
      303,
      `${path}?added=${each.sent.add}`,
    ])
    const { body } = await app().inject(String(answer.headers.location))
    expect(body).toContain(requestPage.added[each.sent.add])
    expect(await additionsOf(id)).toMatchObject(each.stored)
    expect(await historyOf(id)).toEqual(['received', each.history])

    // Sent twice, as by a second click, it is one.
    await post(path, each.sent)
    expect(await historyOf(id)).toEqual(['received', each.history])
  })

  test('a tap on a town keeps the street that was said before, unless it is in another town', async () => {
    const payload = contactBody({ name: 'Street only', address: '7 Oak Street' })
    const sent = await app().inject({ method: 'POST', url: api.contact.path, payload })
    const path = String(sent.json().data.requestPath)
    const [lead] = await db().select().from(leads).where(eq(leads.name, 'Street only'))
    const place = async () => (await additionsOf(lead?.id ?? 0)).place
    await post(path, { add: 'place', town: 'DeLand' })
    expect(await place()).toMatchObject({ town: 'DeLand', address: '7 Oak Street' })
    await post(path, { add: 'place', address: '9 Pine Street, DeLand' })
    await post(path, { add: 'place', town: 'Osteen' })
    expect(await place()).toMatchObject({ town: 'Osteen', address: null })
  })

  test.each([
    [{ add: 'place' }, additionErrors.fields.town.required],
    [{ add: 'place', town: 'Atlantis' }, additionErrors.fields.town.invalid],
    [{ add: 'place', zip: '1234', address: 'Typed "street"' }, additionErrors.fields.zip.invalid],
    [{ add: 'call-time', callTime: 'x'.repeat(121) }, 'Please keep it to 120 characters.'],
    [{ add: 'word', word: 'x'.repeat(2001) }, 'Please keep it to 2,000 characters.'],
    [{ add: 'word', word: 'a\u0000b' }, additionErrors.fields.word.badCharacters],
    [{ add: 'nonsense' }, additionErrors.fields.town.required],
  ])('%j is refused beside its field, and what was typed stays', async (sent, words) => {
    const { path, id } = await send()
    const { statusCode, body, headers } = await post(path, sent as Record<string, string>)
    expect([statusCode, headers['cache-control']]).toEqual([400, 'no-store'])
    expect(body).toContain(words)
    if ('address' in sent) expect(body).toContain('value="Typed &quot;street&quot;"')
    expect(await historyOf(id)).toEqual(['received'])
  })

  test('is limited: ten words, and forty of all', async () => {
    const { path, id } = await send()
    const words = Array.from({ length: 12 }, (_, index) => `word ${index}`)
    const statuses = await Promise.all(
      words.map(async (word) => (await post(path, { add: 'word', word })).statusCode),
    )
    expect(statuses.filter((status) => status === 303)).toHaveLength(additionLimits.word)
    expect((await additionsOf(id)).words).toHaveLength(additionLimits.word)
    const refused = await post(path, { add: 'word', word: 'one more' })
    expect(refused.body).toContain(additionErrors.full)
    expect(refused.body).toContain('one more')
    for (let index = 0; index < additionLimits.all - additionLimits.word; index += 1) {
      const { statusCode } = await post(path, { add: 'call-time', callTime: `at ${index}` })
      expect(statusCode).toBe(303)
    }
    expect((await post(path, { add: 'call-time', callTime: 'never' })).statusCode).toBe(400)
    // To say that nobody need call any more must always be possible; back and forth is not.
    expect((await post(path, { add: 'withdrawn' })).statusCode).toBe(303)
    expect((await additionsOf(id)).withdrawnAt).not.toBeNull()
    expect((await post(path, { add: 'wanted-again' })).body).toContain(additionErrors.full)
  })
})
