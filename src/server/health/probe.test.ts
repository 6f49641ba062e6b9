import { sql } from 'drizzle-orm'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { api } from '#/contracts/endpoints/api.ts'
import { digestTables, within } from '#tests/drill/rows.ts'
import { buildTestApp, testConfig } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contactBody } from '#tests/support/factories.ts'
import { freePort } from '#tests/support/machine/free-port.ts'
import { readSecret } from '../db/secrets.ts'
import { leads, notificationRecipients } from '../db/tables/schema.ts'
import type { Source } from './health.ts'
import { makeProbeToken, registerProbe, sendProbe } from './send-probe.ts'

describeOnDatabase('the probe', (database) => {
  const db = () => database.handle().db
  let app: Awaited<ReturnType<typeof buildTestApp>>
  let config: ReturnType<typeof testConfig>

  beforeAll(async () => {
    const port = await freePort()
    const base = testConfig()
    const site = { ...base.site, url: `http://127.0.0.1:${port}` }
    config = testConfig({ port, site, hasSiteUrl: true })
    app = await buildTestApp(database.handle(), { config })
    await app.listen({ port, host: '127.0.0.1' })
    await db().insert(notificationRecipients).values({ email: 'owner@site.example' })
  })
  afterAll(() => app.close())

  test('goes through the form, and leaves nothing in any table', async () => {
    await readSecret(db(), 'known-browsers')
    const digest = () =>
      within(database.location(), (client) => digestTables(client, ['rate_limits']))
    const before = await digest()
    expect(await sendProbe({ db: db(), site: config.site })).toMatchObject({
      clientAddress: '127.0.0.1',
      forwardedFor: null,
      isFromProxy: false,
    })
    expect(await digest()).toEqual(before)
  })

  test('is nothing for strangers: no other token than a fresh one of its own stores or tells anything', async () => {
    const own = await makeProbeToken(db())
    const [madeAt = '', signature = ''] = own.split('.')
    const later = Number(madeAt) + 1
    const minutes = (count: number) => makeProbeToken(db(), Date.now() + count * 60_000)
    const post = (token: string) =>
      app.inject({
        method: 'POST',
        url: `${api.contact.path}?probe=${token}`,
        payload: contactBody({ name: 'Forged' }),
      })
    for (const token of [
      ...['', 'x', `${later}.${signature}`, `${madeAt}.${'x'.repeat(43)}`],
      ...[`${own}&probe=${own}`, await minutes(-6), await minutes(6)],
    ]) {
      expect((await post(token)).statusCode).toBe(403)
    }
    expect((await post(own)).statusCode).toBe(200)
    expect(await db().$count(leads)).toBe(0)
  })

  test('shows a form that the database does not take', async () => {
    await db().execute(sql`alter table leads rename column message to words`)
    onTestFinished(async () => {
      await db().execute(sql`alter table leads rename column words to message`)
    })
    await expect(sendProbe({ db: db(), site: config.site })).rejects.toThrow(
      /^The form was refused: /,
    )
  })

  test('that fails twice is a finding, until one comes through', async () => {
    const site = { ...config.site, url: `http://127.0.0.1:${await freePort()}` }
    const process = Fastify()
    onTestFinished(() => process.close())
    const sources: Source[] = []
    const health = { add: (source: Source) => void sources.push(source) }
    const own = { config: { site, isProbed: true }, db: db(), health }
    registerProbe(process, own, { everyMs: 20, againMs: 20 })
    const found = async () => (await sources[0]?.find())?.map(({ key, detail }) => [key, detail])
    const finding = ['probe-failed', expect.stringMatching(/^Nothing answers at /)]
    await expect.poll(found).toEqual([finding])
    Object.assign(site, { url: config.site.url })
    await expect.poll(found).toEqual([])
  })
})
