import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Fastify from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { expect, test, vi } from 'vitest'
import { api } from '#/contracts/endpoints/api.ts'
import { openDatabase } from '#/server/db/connect/client.ts'
import type { DatabaseHandle } from '#/server/db/database.ts'
import { Undecided } from '#/server/runtime/within.ts'
import { formPost } from '#tests/support/api/form-post.ts'
import { buildTestApp, testConfig } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contactBody } from '#tests/support/factories.ts'
import { testFolder } from '#tests/support/own-folder.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { adminSite } from '#tests/support/suite-site.ts'
import { contactRoutes } from './contact-routes.ts'
import { openJournal } from './journal.ts'
import { registerIntake } from './register-intake.ts'

describeOnDatabase('with neither database nor disk', (database) => {
  test('a visitor is asked to call, and keeps what was typed', async () => {
    const gone = await openDatabase(database.location(), silentLogger)
    const config = testConfig()
    const app = await buildTestApp(gone, { config })
    await gone.close()
    rmSync(config.dataDir, { recursive: true })

    const url = api.contact.path
    const sent = await app.inject({ method: 'POST', url, payload: contactBody() })
    expect([sent.statusCode, sent.headers['retry-after'], sent.json().code]).toEqual([
      503,
      '30',
      'unavailable',
    ])
    expect(sent.json().message).toMatch(/wasn’t saved\. Please call us at \(386\) 555-0142/)

    const page = await app.inject(formPost(url, contactBody({ form: 'estimate' })))
    expect(page.statusCode).toBe(503)
    expect(page.body).toContain('wasn’t saved. Please call us at (386) 555-0142')
    expect(page.body).toContain('href="tel:+13865550142"')
    expect(page.body).toContain('value="Maria Alvarez"')
    await app.close()
  })
})

describeOnDatabase('with a database and a disk that say nothing in time', (database) => {
  test('a visitor is told that it is not known, and that sending it again is safe', async () => {
    const app = Fastify()
    app.setValidatorCompiler(validatorCompiler)
    const { contactLimits: limits, site } = testConfig()
    const routes = contactRoutes({
      db: database.handle().db,
      site,
      limits,
      take: () => Promise.reject(new Undecided()),
      trustProxy: false,
      sendResultPage: async (reply, result) => reply.send(result),
    })
    await app.register(routes)
    const sent = await app.inject({ method: 'POST', url: api.contact.path, payload: contactBody() })
    expect([sent.statusCode, sent.headers['retry-after']]).toEqual([504, '30'])
    expect(sent.json().message).toBe(
      'We couldn’t confirm that your request was saved. Please call us at (386) 555-0142, or send it again in a minute. We won’t record it twice.',
    )
    await app.close()
  })
})

test('while the database is away, requests have the journal looked at no more often', async () => {
  const app = Fastify()
  app.setValidatorCompiler(validatorCompiler)
  const journal = openJournal(testFolder().path)
  const looks = vi.spyOn(journal, 'list')
  await registerIntake(app, {
    config: testConfig(),
    database: {} as DatabaseHandle,
    journal,
    readSite: () =>
      Promise.reject(Object.assign(new Error(), { code: 'ECONNREFUSED', syscall: 'connect' })),
    mailDirectly: async () => {},
    sendResultPage: async () => {},
  })
  for (let sent = 0; sent < 12; sent += 1) {
    const payload = contactBody({ submissionId: randomUUID() })
    await app.inject({ method: 'POST', url: api.contact.path, payload })
  }
  expect([(await journal.count()).waiting, looks.mock.calls.length < 4]).toEqual([12, true])
  await app.close()
})

describeOnDatabase('the journal in the inbox', (database) => {
  const config = testConfig({ tellsEmbeddedAge: false })
  const { ask } = adminSite(database, { build: { config } })

  test('says to admins how many leads are in no list yet', async () => {
    const read = async () =>
      (await ask('GET', api.needs.path)).data.needs
        .map(({ text }: { text: string }) => text)
        .filter((text: string) => text.includes('on the server’s disk'))
    expect(await read()).toEqual([])
    // A folder cannot be read as a record: the app, which empties the journal, leaves it there.
    mkdirSync(join(config.dataDir, 'journal', '1.json'))
    writeFileSync(join(config.dataDir, 'journal', '2.json.damaged'), '')
    await expect
      .poll(read)
      .toEqual([
        '1 request on the server’s disk can’t be read.',
        '1 request is on the server’s disk, waiting to be stored.',
      ])
  })
})
