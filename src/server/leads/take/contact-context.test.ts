import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { consent } from '#/content/estimate-form.ts'
import { deliveries, leadEvents, leads, notificationRecipients } from '#/server/db/tables/schema.ts'
import { formPost } from '#tests/support/api/form-post.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contactBody } from '#tests/support/factories.ts'
import { adminSite } from '#tests/support/suite-site.ts'

const url = '/api/contact'

describeOnDatabase('what comes with a request', (database) => {
  const { app, db } = adminSite(database)
  beforeAll(() => db().insert(notificationRecipients).values({ email: 'one@example.com' }))

  const post = (payload: object) => app().inject({ method: 'POST', url, payload })

  const postForm = (fields: object) => app().inject(formPost(url, { ...fields }))

  const leadsNamed = (name: string) => db().select().from(leads).where(eq(leads.name, name))

  test('is stored with it: the visit, and the consent as the page shows it', async () => {
    const { body: contactPage } = await app().inject('/contact')
    const hidden = (name: string) =>
      new RegExp(`<input type="hidden" name="${name}" value="([^"]*)"`).exec(contactPage)?.[1]
    const visit = '/?utm_source=google&gclid=Cj0 https://www.google.com/'
    const sent = { page: hidden('page'), consentVersion: hidden('consentVersion'), visit }
    expect((await post(contactBody({ name: 'All Known', ...sent }))).statusCode).toBe(201)
    const [lead] = await leadsNamed('All Known')
    expect(lead).toMatchObject({
      attribution: { landingPage: '/?utm_source=google&gclid=Cj0', gclid: 'Cj0' },
      source: 'google ads',
      consentVersion: consent.version,
      consentPage: '/contact',
      isQuarantined: false,
    })
    expect(lead?.consentAt).toEqual(lead?.createdAt)
    const shown = contactPage.replace(/<[^>]+>/g, '')
    expect(lead?.consentText).toMatch(/Breezeway HVAC Network.*Privacy Policy, Terms of Service$/)
    expect(shown).toContain(lead?.consentText)
  })

  test('never costs a request', async () => {
    const bad = { visit: ['\u0000'], page: '\u0000', consentVersion: 7, shownForMs: -1 }
    const odd = { visit: '/\u0000?gclid=%00%ff\ud800 http://\u0000', consentVersion: 'a\u0000b' }
    expect((await post(contactBody({ name: 'Bad Context', ...bad }))).statusCode).toBe(201)
    expect((await post(contactBody({ name: 'Odd Context', ...odd }))).statusCode).toBe(201)
    expect(await leadsNamed('Bad Context')).toMatchObject([
      { source: 'unknown', consentText: null },
    ])
    const [lead] = await leadsNamed('Odd Context')
    expect(lead?.consentText).toMatch(/isn’t on record/)
    expect([lead?.consentVersion, lead?.consentPage]).toEqual(['a b', null])
  })

  test('without JavaScript it is what the request shows, also after a mistake', async () => {
    const fields = contactBody({
      name: 'Plain Campaign',
      page: '/contact',
      consentVersion: consent.version,
      phone: 'x',
    })
    const refused = await postForm(fields)
    expect(refused.body).toContain('name="page" value="/contact"')
    await postForm({ ...fields, phone: '3865550123' })
    expect(await leadsNamed('Plain Campaign')).toMatchObject([
      { source: 'unknown', consentPage: '/contact' },
    ])
  })

  test('a request that looks like spam gets the same answer, is kept apart and not notified', async () => {
    const body = contactBody({
      name: 'Filled Trap',
      subject: 'Hi',
      submissionId: crypto.randomUUID(),
    })
    const answers = await Promise.all([
      post(body),
      post(body),
      post(contactBody({ name: 'Honest' })),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
    expect(Object.keys(answers[0].json().data)).toEqual(Object.keys(answers[2].json().data))
    const [first, second] = answers.map((answer) => answer.json().data)
    expect({ ...first, requestPath: '' }).toEqual({ ...second, requestPath: '' })
    expect(first.requestPath).toBeTruthy()
    const kept = await leadsNamed('Filled Trap')
    expect(kept).toMatchObject([
      { isQuarantined: true, quarantineReasons: [expect.stringMatching(/hidden field/)] },
    ])
    const told = await db()
      .select({ name: leads.name })
      .from(deliveries)
      .innerJoin(leads, eq(leads.id, deliveries.leadId))
    expect(told.map(({ name }) => name)).toContain('Honest')
    expect(told.map(({ name }) => name)).not.toContain('Filled Trap')
    const history = await db()
      .select()
      .from(leadEvents)
      .where(eq(leadEvents.leadId, kept[0]?.id ?? 0))
    expect(history.map(({ kind }) => kind)).toEqual(['received', 'held'])
  })

  test('the same message from one person twice is no sign, from three people it is', async () => {
    const message = `We can help your company grow like no other, ${'really. '.repeat(5)}`
    const send = async (name: string, email: string, phone: string) =>
      expect((await post(contactBody({ name, email, phone, message }))).statusCode).toBe(201)
    await send('Ann One', 'ann@example.com', '386 555 0101')
    await send('Ann One', 'ann@example.com', '386 555 0102')
    await send('Ann Wife', 'wife@example.com', '386 555 0102')
    await send('Bob Two', 'bob@example.com', '386 555 0103')
    const isApart = async (name: string) =>
      (await leadsNamed(name)).map(({ isQuarantined }) => isQuarantined)
    expect(await isApart('Ann One')).toEqual([false, false])
    expect(await isApart('Ann Wife')).toEqual([false])
    expect(await isApart('Bob Two')).toEqual([true])
    await send('Cid Three', 'cid@example.com', '386 555 0104')
    expect((await leadsNamed('Cid Three'))[0]?.quarantineReasons).toEqual([
      '3 other people sent the same message within a day.',
    ])
  })

  test.each([
    ['older than a day is no sign', sql`now() - interval '1 day' - interval '1 hour'`, []],
    [
      'not yet a day old is one',
      sql`now() - interval '1 day' + interval '1 hour'`,
      ['2 other people sent the same message within a day.'],
    ],
  ])('the same message from others that is %s', async (age, createdAt, reasons) => {
    const message = `Somebody else has sent this one before, and it was ${age}. ${'So there. '.repeat(4)}!`
    const send = async (name: string, email: string, phone: string) =>
      expect((await post(contactBody({ name, email, phone, message }))).statusCode).toBe(201)
    await send('Dan Four', 'dan@example.com', '386 555 0105')
    await send('Eli Five', 'eli@example.com', '386 555 0106')
    await db().update(leads).set({ createdAt }).where(eq(leads.message, message))
    await send(`Fay ${age}`, 'fay@example.com', '386 555 0107')
    expect(await leadsNamed(`Fay ${age}`)).toMatchObject([
      { isQuarantined: reasons.length > 0, quarantineReasons: reasons },
    ])
  })
})
