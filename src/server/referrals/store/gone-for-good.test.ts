import { expect, test } from 'vitest'
import { contractors } from '#/server/db/tables/schema.ts'
import { erase } from '#/server/leads/privacy/erasure.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { requestSite } from '#tests/support/leads/request-site.ts'
import { applyTo } from './apply.ts'
import { readRequest } from './read-request.ts'

describeOnDatabase('what is gone for good', (database) => {
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

  test('a contractor who was removed is mailed nothing of the customer, done or not', async () => {
    for (const isDone of [true, false]) {
      const { leadId, offerId } = await matched({ name: 'Greta Secret' })
      await applyTo(db(), leadId, { do: 'say-call-time', text: 'after six' })
      if (isDone) await applyTo(db(), leadId, { do: 'done', offerId, valueCents: null })
      await db().update(contractors).set({ removedAt: new Date() })
      const told = await go(0.1)
      expect(told.filter((mail) => /^job [^(]/.test(mail))).toEqual(isDone ? [] : ['job withdrawn'])
      await db().update(contractors).set({ removedAt: null, pausedUntil: '2099-01-01' })
    }
  })
})
