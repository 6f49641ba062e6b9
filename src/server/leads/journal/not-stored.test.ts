import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { apiPaths } from '#/contracts/routes.ts'
import { buildTestApp, testConfig } from '../../../../tests/app-builder.ts'
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
    expect(sent.json().message).toMatch(/was not stored\. Please call us at \(386\) 555-0142/)

    const form = new URLSearchParams({ ...contactBody(), form: 'estimate' }).toString()
    const page = await post(form, 'application/x-www-form-urlencoded')
    expect(page.statusCode).toBe(503)
    expect(page.body).toContain('was not stored. Please call us at (386) 555-0142')
    expect(page.body).toContain('href="tel:+13865550142"')
    expect(page.body).toContain('value="Maria Alvarez"')
    await app.close()
  })
})
