import { readdirSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { api } from '#/contracts/endpoints/api.ts'
import { contractors } from '#/server/db/tables/schema.ts'
import { erase } from '#/server/leads/privacy/erasure.ts'
import { testConfig } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { requestSite } from '#tests/support/leads/request-site.ts'
import { adminSite } from '#tests/support/suite-site.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { applyTo } from './apply.ts'
import { readRequest } from './read-request.ts'

describeOnDatabase('what is gone for good', (database) => {
  const folder = temporaryFolder()
  const config = testConfig({ dataDir: folder.path })
  const { ask } = adminSite(database, { build: { config } })
  afterAll(folder.remove)
  const { db, send, go, matched, asked, stands, addContractor } = requestSite(database)

  test('a request that goes with an erased one goes on alone, and finds a contractor', async () => {
    const phone = '(386) 555-0161'
    await asked({ phone, email: 'one@example.com' })
    const later = await send({ phone, email: 'two@example.com' })
    expect(await stands(later.leadId)).toMatch(/^joined/)
    await addContractor({ companyName: 'Another' })
    await erase(
      db(),
      { email: 'one@example.com' },
      { expectedLeads: 1, actor: 'admin@example.com', audit: async () => {} },
    )
    expect(await stands(later.leadId)).toBe('asked contractor')
    expect((await readRequest(db(), later.leadId))?.state.joinedTo).toBe(null)
  })

  test('who was to call a person that is erased is told not to, once they are', async () => {
    const { leadId, contractor } = await matched()
    const reachedBy = () => readdirSync(`${folder.path}/mail`).join()
    const erasing = { leadId, expectedLeads: 2 }
    expect((await ask('POST', api.erase.path, erasing)).status).toBe(409)
    expect((await ask('POST', api.erase.path, { ...erasing, expectedLeads: 1 })).status).toBe(200)
    await expect.poll(reachedBy).toContain(contractor.email)
    expect(reachedBy().split(contractor.email)).toHaveLength(2)
  })

  test('a contractor who was removed is mailed nothing of the customer, done or not', async () => {
    for (const isDone of [true, false]) {
      const { leadId, offerId } = await matched({ name: 'Greta Secret' })
      await applyTo(db(), leadId, {
        do: 'add',
        what: { kind: 'call-time-said', text: 'after six' },
      })
      if (isDone) await applyTo(db(), leadId, { do: 'done', offerId, valueCents: null })
      await db().update(contractors).set({ removedAt: new Date() })
      const told = await go(0.1)
      expect(told.filter((mail) => /^job [^(]/.test(mail))).toEqual(isDone ? [] : ['job withdrawn'])
      await db().update(contractors).set({ removedAt: null, pausedUntil: '2099-01-01' })
    }
  })
})
