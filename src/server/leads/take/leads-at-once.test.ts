import { eq, inArray } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { openDatabase } from '#/server/db/connect/client.ts'
import { leads, referrals } from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { submissionOf } from '#tests/support/leads/submission-of.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { createSubmitLead } from './submit-lead.ts'

describeOnDatabase('leads that come at once', (database) => {
  test('at two processes are one lead each, and wake who tells and who shows once', async () => {
    const { db, listen } = database.handle()
    const onMessage = vi.fn()
    await listen('leads_changed', { onMessage })
    const other = await openDatabase(database.location(), silentLogger)
    const name = 'Sent twice'
    const submission = submissionOf({ name })
    const submits = [database.handle(), other].map((handle) => createSubmitLead(handle))
    const results = await Promise.all(
      submits.flatMap((submit) => [submit({ submission }), submit({ submission })]),
    )
    expect(results.filter(({ isRepeat }) => isRepeat)).toHaveLength(3)
    expect(new Set(results.map(({ id }) => id)).size).toBe(1)
    expect(await db.$count(leads, eq(leads.name, name))).toBe(1)
    await expect.poll(() => onMessage.mock.calls.length).toBe(1)
    await other.close()
  })

  test('from one person are one request after the other, and go together', async () => {
    const { db } = database.handle()
    const submit = createSubmitLead(database.handle())
    const said = ['One', 'Two', 'Three', 'Four'].map((message) => ({
      submission: submissionOf({ message, phone: '386-555-0166', email: 'same@example.com' }),
    }))
    const stored = await Promise.all(said.map(submit))
    const ids = stored.map(({ id }) => id).toSorted((a, b) => a - b)
    const rows = await db.select().from(referrals).where(inArray(referrals.leadId, ids))
    expect(rows.filter(({ joinedTo }) => joinedTo === ids[0])).toHaveLength(3)
  })
})
