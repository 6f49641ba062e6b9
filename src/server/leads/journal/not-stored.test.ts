import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { apiPaths } from '#/contracts/routes.ts'
import { buildTestApp, signInAs, testConfig } from '../../../../tests/app-builder.ts'
import { describeOnDatabase } from '../../../../tests/databases.ts'
import { contactBody } from '../../../../tests/factories.ts'
import { silentLogger } from '../../../../tests/silent-logger.ts'
import { openDatabase } from '../../db/client.ts'

describeOnDatabase('with neither database nor disk', (database) => {
  test('a visitor is asked to call, and keeps what was typed', async () => {
    const gone = await openDatabase(database.location(), silentLogger)
    const config = testConfig()
    const app = await buildTestApp(gone, { config })
    await gone.close()
    rmSync(config.dataDir, { recursive: true })

    const post = (payload: object | string, type: string) =>
      app.inject({
        method: 'POST',
        url: apiPaths.contact,
        payload,
        headers: { 'content-type': type },
      })
    const sent = await post(contactBody(), 'application/json')
    expect([sent.statusCode, sent.headers['retry-after'], sent.json().code]).toEqual([
      503,
      '30',
      'unavailable',
    ])
    expect(sent.json().message).toMatch(/was not saved\. Please call us at \(386\) 555-0142/)

    const form = new URLSearchParams({ ...contactBody(), form: 'estimate' }).toString()
    const page = await post(form, 'application/x-www-form-urlencoded')
    expect(page.statusCode).toBe(503)
    expect(page.body).toContain('was not saved. Please call us at (386) 555-0142')
    expect(page.body).toContain('href="tel:+13865550142"')
    expect(page.body).toContain('value="Maria Alvarez"')
    await app.close()
  })
})

describeOnDatabase('the journal in the inbox', (database) => {
  test('says to admins how many leads are in no list yet', async () => {
    const config = testConfig()
    const app = await buildTestApp(database.handle(), { config })
    const cookie = await signInAs(app, database.handle().db, 'admin')
    const read = () => app.inject({ url: apiPaths.leadJournal, headers: { cookie } })
    expect((await read()).json()).toEqual({ data: { waiting: 0, damaged: 0 } })
    // A folder cannot be read as a record: the app, which stores what waits, leaves it there.
    mkdirSync(join(config.dataDir, 'journal', '1.json'))
    writeFileSync(join(config.dataDir, 'journal', '2.json.damaged'), '')
    expect((await read()).json()).toEqual({ data: { waiting: 1, damaged: 1 } })
    expect((await app.inject(apiPaths.leadJournal)).statusCode).toBe(401)
    await app.close()
  })
})
