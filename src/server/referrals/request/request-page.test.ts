import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { tokenProblems } from '#/content/request-page.ts'
import { dangerLine } from '#/content/safety.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { requestPath } from '#/contracts/token-routes.ts'
import { leads, links, rateLimits } from '#/server/db/tables/schema.ts'
import { hashLinkToken, makeLinkToken } from '#/server/http/link-tokens.ts'
import { buildTestApp } from '#tests/support/app-builder.ts'
import { describeOnDatabase, losable } from '#tests/support/databases.ts'
import { contactBody } from '#tests/support/factories.ts'
import { adminSite } from '#tests/support/suite-site.ts'

describeOnDatabase('the page of a request', (database) => {
  const logLines: string[] = []
  const { app } = adminSite(database, { build: { logLines } })
  beforeEach(() => database.handle().db.delete(rateLimits))

  async function send(overrides: Record<string, unknown> = {}) {
    const payload = contactBody({ name: crypto.randomUUID(), ...overrides })
    const answer = await app().inject({ method: 'POST', url: api.contact.path, payload })
    expect(answer.statusCode).toBe(201)
    return answer.json().data as {
      submissionId: string
      reference: string
      answerBy: string
      requestPath: string | null
    }
  }

  /** Each asks from an address of their own, so that guesses of one test are not another's. */
  let asked = 0
  const open = (url: string | null, from?: string) => {
    asked += 1
    const remoteAddress = from ?? `198.51.100.${asked}`
    return app().inject({ url: url ?? '', remoteAddress })
  }

  test('says that it was received, its reference, and what was asked for', async () => {
    const sent = await send({ message: 'It hums.\nSince <b>May</b>.' })
    expect(sent.requestPath).toMatch(/^\/request\/[\w-]{22}$/)
    const { statusCode, body } = await open(sent.requestPath)
    expect(statusCode).toBe(200)
    expect(body).toContain(sent.reference)
    expect(sent.reference).toMatch(/^\d{3}-\d{4}$/)
    expect(body).toContain('AC Repair')
    expect(body).toContain('It hums.\nSince &lt;b&gt;May&lt;/b&gt;.')
    expect(body).toContain('12 Lakeshore Drive, Deltona')
    // One time, that of the notice.
    expect(body).toContain(`get back to you by ${sent.answerBy}.`)
    expect(body).not.toMatch(/\d hours/)
  })

  test('shows enough of phone and email to find a mistake, and not all of them', async () => {
    const { requestPath: path } = await send({ phone: '386 555 0199', email: 'ann@example.com' })
    const { body } = await open(path)
    expect(body).toContain('ending in 0199, or at a…@example.com')
    expect(body).not.toMatch(/555.?0199|ann@/)
  })

  test('has the call first in an emergency', async () => {
    const usual = await open((await send()).requestPath)
    const urgent = await open((await send({ service: 'emergency-hvac' })).requestPath)
    const main = (html: string) => html.slice(html.indexOf('<h1'), html.indexOf('</main>'))
    const call = (html: string) => main(html).indexOf('tel:')
    expect(call(urgent.body)).toBeLessThan(main(urgent.body).indexOf('class="reference"'))
    expect(call(usual.body)).toBeGreaterThan(main(usual.body).indexOf('class="reference"'))
    expect(main(urgent.body)).toContain(dangerLine)
  })

  test('is kept, listed and told of by nobody, and runs nothing', async () => {
    const { requestPath: path } = await send()
    for (const url of [path, requestPath(makeLinkToken())]) {
      const { headers, body } = await open(url)
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      })
      const policy = String(headers['content-security-policy'])
      expect(policy).toMatch(/script-src 'none'.*connect-src 'none'.*form-action 'self';/)
      expect(policy).toContain("img-src 'self'; ")
      expect(body).not.toContain('<script')
      expect(body).toContain('<meta name="robots" content="noindex"')
    }
  })

  test('its address is in no line of the log', async () => {
    const { requestPath: path } = await send()
    await open(path)
    await open(`${path}/`)
    const token = String(path?.split('/').at(-1))
    expect(logLines.filter((line) => line.includes('/request/:token')).length).toBeGreaterThan(1)
    expect(logLines.filter((line) => line.includes(token))).toEqual([])
  })

  test('is missing alike for every wrong link', async () => {
    const erased = await send()
    const { db } = database.handle()
    await db.delete(leads).where(eq(leads.submissionId, erased.submissionId))
    const id = await send()
    const wrong = [
      erased.requestPath,
      requestPath(makeLinkToken()),
      requestPath('x'),
      requestPath('%00'),
      // What stands behind the length of a link is taken for a stray ending.
      requestPath(id.submissionId.slice(0, 22)),
      requestPath(hashLinkToken(String(id.requestPath?.split('/').at(-1))).slice(0, 22)),
    ]
    const answers = await Promise.all(wrong.map((url) => open(url)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(wrong.map(() => 404))
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(answers[0]?.body).toContain(tokenProblems.request.missing.heading)
    expect(answers[0]?.body).toContain('href="tel:')
    const own = ['x-request-id', 'date']
    const kept = answers.map(({ headers }) =>
      Object.fromEntries(Object.entries(headers).filter(([name]) => !own.includes(name))),
    )
    for (const headers of kept) expect(headers).toEqual(kept[0])
  })

  test('opens by its link however many wrong ones came from there', async () => {
    const { requestPath: path } = await send()
    for (const from of ['203.0.113.7', '2001:db8:7::1']) {
      const tryWrong = () => open(requestPath(makeLinkToken()), from)
      const wrong = await Promise.all(Array.from({ length: 60 }, tryWrong))
      expect(new Set(wrong.map(({ statusCode }) => statusCode))).toEqual(new Set([404]))
      expect((await open(path, from)).statusCode).toBe(200)
    }
  })

  test('is read by one client three hundred times a minute, and then by others', async () => {
    const { requestPath: path } = await send({ phone: '386 555 0177', email: 'often@example.com' })
    const read = () => open(path, '2001:db8:8:1::1')
    const began = performance.now()
    const answers: Awaited<ReturnType<typeof open>>[] = []
    while (answers.length < 340) {
      answers.push(...(await Promise.all(Array.from({ length: 10 }, read))))
    }
    const back = ((performance.now() - began) / 60_000) * 300
    const refused = answers.filter(({ statusCode }) => statusCode === 429)
    expect(340 - refused.length).toBeGreaterThanOrEqual(300)
    expect(340 - refused.length).toBeLessThanOrEqual(300 + back)
    for (const { headers, body } of refused) {
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      expect(body).toContain(tokenProblems.tooMany.text)
      expect(body).toContain('href="tel:')
    }
    expect((await open(path, '2001:db8:9:1::1')).statusCode).toBe(200)
    // Photographs are counted apart.
    expect((await open(`${path}/photos/1`, '2001:db8:8:1::1')).statusCode).toBe(404)
  })

  test('says so with the phone number while the database is away', async () => {
    const { requestPath: path } = await send()
    const { handle, setAway } = losable(database.handle())
    const away = await buildTestApp(handle)
    setAway(true)
    const { statusCode, headers, body } = await away.inject(path ?? '')
    expect([statusCode, headers['retry-after']]).toEqual([503, '5'])
    expect(body).toContain(tokenProblems.away.heading)
    expect(body).toContain('href="tel:')
    await away.close()
  })

  test('gets one link with each repeat of what one visitor sent, of which twenty are valid', async () => {
    const submissionId = crypto.randomUUID()
    const sent: Awaited<ReturnType<typeof send>>[] = []
    for (let times = 0; times < 22; times += 1) {
      sent.push(await send({ name: 'Sent Often', submissionId }))
    }
    expect(new Set(sent.map(({ reference }) => reference)).size).toBe(1)
    const statuses = await Promise.all(
      sent.map(async (each) => (await open(each.requestPath)).statusCode),
    )
    expect(statuses).toEqual([404, 404, ...Array(20).fill(200)])
  })

  test('gets no link for who sends what somebody else has sent, nor the id to ask for one', async () => {
    const body = { name: 'Overheard' }
    const first = await send({ ...body, submissionId: crypto.randomUUID() })
    const second = await send({ ...body, submissionId: crypto.randomUUID() })
    expect(second).toMatchObject({ reference: first.reference, requestPath: null })
    const third = await send({ ...body, submissionId: second.submissionId })
    expect(third.requestPath).toBeNull()
    const fourth = await send(body)
    expect([fourth.requestPath, fourth.submissionId === first.submissionId]).toEqual([null, false])
  })

  test('has a link of which only the hash is stored', async () => {
    const { requestPath: path } = await send()
    const token = String(path?.split('/').at(-1))
    const rows = await database.handle().db.select().from(links)
    expect(rows.map(({ tokenHash }) => tokenHash)).toContain(hashLinkToken(token))
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})
