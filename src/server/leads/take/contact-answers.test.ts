import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { estimateForm, licenseLine } from '#/content/estimate-form.ts'
import { dangerLine } from '#/content/safety.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { deliveries } from '#/server/db/tables/schema.ts'
import { formPost } from '#tests/support/api/form-post.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contactBody } from '#tests/support/factories.ts'
import { adminSite } from '#tests/support/suite-site.ts'

describeOnDatabase('the answer to the form', (database) => {
  const logLines: string[] = []
  const { app, ask } = adminSite(database, { build: { logLines } })
  const url = api.contact.path
  const postJson = (payload: object) => app().inject({ method: 'POST', url, payload })
  const postForm = (fields: object) => app().inject(formPost(url, { ...fields }))

  test('is never stored on the way, and the log has the number of the lead alone', async () => {
    const answer = await postJson(contactBody({ name: 'Logged' }))
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([201, 'no-store'])
    expect(answer.json()).toEqual({
      data: {
        submissionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
        reference: expect.stringMatching(/^\d{3}-\d{4}$/),
        answerBy: expect.stringMatching(/^[MTWFS]\w+day \d+ [AP]M$/),
        place: 'served',
        requestPath: expect.stringMatching(/^\/request\/[\w-]{22}$/),
      },
    })
    const stored = logLines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'lead stored')
    expect(stored).toMatchObject({ leadId: expect.any(Number), isRepeat: false })
  })

  test.each(['estimate', 'message'] as const)('has the words of the form "%s"', async (form) => {
    const { success, error } = estimateForm[form]
    const sent = await postForm({ ...contactBody({ name: form }), form })
    expect([sent.statusCode, sent.headers['cache-control']]).toEqual([201, 'no-store'])
    expect(sent.body).toContain(success.title)
    expect(sent.body).toMatch(/Your reference number: \d{3}-\d{4}\./)
    expect(sent.body).toMatch(/<a href="\/request\/[\w-]{22}">/)
    const refused = await postForm({ ...contactBody({ name: '' }), form })
    expect(refused.statusCode).toBe(400)
    expect(refused.body).toContain(error.title)
    expect(refused.body).toContain(`name="form" value="${form}"`)
    // Above the form is the network, and below it the license.
    const [, above = '', below = ''] = refused.body.split(/<main|name="name"/)
    expect(above).toContain('referral service')
    expect(below).toContain(licenseLine)
  })

  test('has the call before all else in an emergency, without JavaScript too', async () => {
    const { body } = await postForm(contactBody({ name: 'Urgent', service: 'emergency-hvac' }))
    const main = body.slice(body.indexOf('<h1'), body.indexOf('</main>'))
    expect(main.indexOf('tel:')).toBeLessThan(main.indexOf('Your reference'))
    expect(main.match(/tel:/g)).toHaveLength(1)
    expect(main).toContain(dangerLine)
  })

  test('has a reference and no link for what another visitor has sent', async () => {
    await postForm(contactBody({ name: 'Twice' }))
    const { statusCode, body } = await postForm(contactBody({ name: 'Twice' }))
    expect(statusCode).toBe(201)
    expect(body).toContain('We already had this request')
    expect(body).not.toContain('/request/')
  })

  test('is a page for a form that does not say which it is', async () => {
    const sent = await postForm(contactBody({ name: 'Nameless' }))
    expect(sent.body).toContain(estimateForm.estimate.success.title)
    const refused = await postForm(contactBody({ name: '', form: 'another' }))
    expect(refused.body).toContain('name="form" value="estimate"')
  })

  test('is an error for a body of another kind', async () => {
    const type = { 'content-type': 'text/plain; x="application/x-www-form-urlencoded' }
    const answer = await app().inject(formPost(url, { name: 'Ann' }, type))
    expect(answer.statusCode).toBe(400)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect((await app().inject({ method: 'POST', url })).statusCode).toBe(400)
  })

  test('is mailed to the visitor only if the owner wants it', async () => {
    const { db } = database.handle()
    const confirmations = () =>
      db.select().from(deliveries).where(eq(deliveries.channel, 'confirmation'))
    const send = async (more: Record<string, unknown>) =>
      expect((await postJson(contactBody(more))).statusCode).toBe(201)
    await send({ name: 'Not wanted', email: 'one@example.com' })
    expect(await confirmations()).toEqual([])
    const { read, change } = api.visitorMails
    expect((await ask('GET', read.path)).data).toEqual({ sendsMails: false })
    const turn = (sendsMails: boolean) => ask('PUT', change.path, { sendsMails })
    expect((await turn(true)).data).toEqual({ sendsMails: true })
    await send({ name: 'Wanted', email: 'two@example.com' })
    // A lead in quarantine gets no call.
    await send({ name: 'Spam', email: 'three@example.com', subject: 'Hello' })
    expect((await confirmations()).map(({ target }) => target)).toEqual(['two@example.com'])
    await turn(false)
    await send({ name: 'No longer wanted', email: 'four@example.com' })
    expect(await confirmations()).toHaveLength(1)
  })
})
