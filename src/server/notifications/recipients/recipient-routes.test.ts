import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { notificationRecipients } from '#/server/db/tables/schema.ts'
import { journalFolder } from '#/server/leads/take/journal.ts'
import { testConfig } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { adminSite } from '#tests/support/suite-site.ts'

const recipients = '/api/admin/email-notifications'
const settings = '/api/admin/lead-source-settings'

describeOnDatabase('who is told, and of what', (database) => {
  const config = testConfig()
  const { app, cookie, ask } = adminSite(database, { build: { config } })
  beforeEach(async () => void (await database.handle().db.delete(notificationRecipients)))

  test('recipients are listed, added once, disabled and removed, in the spec’s envelopes', async () => {
    expect((await ask('GET', recipients)).body).toEqual({ data: [] })
    const added = await ask('POST', recipients, { email: '  Owner@Example.com ' })
    const recipient = { id: expect.any(Number), email: 'owner@example.com', isActive: true }
    expect([added.status, added.body]).toEqual([201, { data: recipient }])
    const twice = await ask('POST', recipients, { email: 'OWNER@example.com' })
    expect([twice.status, twice.body.message]).toEqual([
      409,
      'owner@example.com is already on the list.',
    ])
    for (const email of ['', ' ', 'owner', 'a@b', 'a@b.example\r\nBcc: c@d.example', undefined]) {
      const refused = await ask('POST', recipients, { email })
      expect([refused.status, refused.body.fields]).toEqual([400, { email: expect.any(String) }])
    }
    const later = await ask('POST', recipients, { email: 'later@example.com' })
    const path = `${recipients}/${added.body.data.id}`
    expect((await ask('PATCH', path, { isActive: false })).body).toEqual({
      data: { ...recipient, isActive: false },
    })
    // The one that was changed last stays in its place.
    expect((await ask('GET', recipients)).body.data).toEqual([
      { ...recipient, isActive: false },
      later.body.data,
    ])
    expect((await ask('PATCH', path, { isActive: 'no' })).status).toBe(400)
    expect(await ask('DELETE', path)).toEqual({ status: 204, body: undefined })
    expect((await ask('DELETE', `${recipients}/none`)).status).toBe(400)
    const message = `There’s no recipient number ${added.body.data.id}.`
    for (const gone of [await ask('DELETE', path), await ask('PATCH', path, { isActive: true })]) {
      expect(gone).toMatchObject({ status: 404, body: { message } })
    }
    expect((await ask('GET', recipients)).body.data).toEqual([later.body.data])
  })

  test('whoever is told now is told of requests that wait while the database is away, too', async () => {
    const copied = () => {
      const path = join(journalFolder(config.dataDir), 'recipients')
      return JSON.parse(readFileSync(path, 'utf8'))
    }
    const { body } = await ask('POST', recipients, { email: 'now@example.com' })
    await expect.poll(copied).toEqual(['now@example.com'])
    const path = `${recipients}/${body.data.id}`
    await ask('PATCH', path, { isActive: false })
    await expect.poll(copied).toEqual([])
    await ask('PATCH', path, { isActive: true })
    await expect.poll(copied).toEqual(['now@example.com'])
    await ask('DELETE', path)
    await expect.poll(copied).toEqual([])
  })

  test('the lead source message starts with the default, and is kept as written', async () => {
    expect((await ask('GET', settings)).body).toEqual({
      data: { message: 'This lead was submitted through...' },
    })
    const message = 'Line <one>\nשורה 🥶'
    expect(await ask('POST', settings, { message: ` ${message}\r\n` })).toMatchObject({
      status: 200,
      body: { data: { message } },
    })
    expect((await ask('GET', settings)).body).toEqual({ data: { message } })
    expect((await ask('POST', settings, { message: 'x'.repeat(100_001) })).status).toBe(400)
    expect((await ask('POST', settings, { message: 'bell \u0007' })).status).toBe(400)
    expect((await ask('POST', settings, {})).status).toBe(400)
    // The longest there may be, each letter of it written as an escape of its own.
    const longest = await app().inject({
      method: 'POST',
      url: settings,
      headers: { cookie: cookie(), 'content-type': 'application/json' },
      payload: `{"message":"${String.raw`\u05e9`.repeat(100_000)}"}`,
    })
    expect(longest.statusCode).toBe(200)
    expect((await ask('GET', settings)).body.data.message).toBe('ש'.repeat(100_000))
  })
})
