import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { api } from '#/contracts/endpoints/api.ts'
import type { Retention } from '#/contracts/leads/privacy.ts'
import { auditEntries, leads, settings } from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { submissionOf } from '#tests/support/leads/submission-of.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { adminSite } from '#tests/support/suite-site.ts'
import { createAuditServer } from '../../db/audit-entries.ts'
import { createSubmitLead } from '../take/submit-lead.ts'
import { runRetention } from './retention.ts'

const stop = new AbortController().signal
const audit = createAuditServer(silentLogger)
const dayMs = 86_400_000

describeOnDatabase('retention', (database) => {
  const { ask, db } = adminSite(database)
  beforeEach(async () => {
    for (const table of [leads, settings]) await db().delete(table)
  })

  const read = async (): Promise<Retention> => (await ask('GET', api.retention.read.path)).data
  const preview = (days: number) => ask('GET', `${api.retentionPreview.path}?days=${days}`)
  async function add(name: string, days: number, reasons: string[] = []): Promise<void> {
    const submitLead = createSubmitLead(database.handle(), () => reasons)
    const { id } = await submitLead({ submission: submissionOf({ name }) })
    const createdAt = sql`now() - ${days} * interval '1 day'`
    await db().update(leads).set({ createdAt }).where(eq(leads.id, id))
  }
  const addSome = async (count: number, days: number) => {
    for (let place = 0; place < count; place += 1) await add(`${days} days ${place}`, days)
  }
  const runAfter = (days: number) =>
    runRetention(db(), { now: new Date(Date.now() + days * dayMs), stop, audit })
  const countLeads = () => db().$count(leads)

  test('is off until the owner sets it, who is shown first what it deletes', async () => {
    await add('Old spam', 900, ['spam'])
    await add('Old', 61)
    await addSome(9, 59)
    expect(await read()).toEqual({ days: null, lastRun: null })
    await runAfter(1)
    expect(await countLeads()).toBe(11)
    const { data } = await preview(60)
    expect(data).toMatchObject({
      leads: 2,
      eachNight: 2,
      oldest: [{ name: 'Old spam' }, { name: 'Old' }],
    })
    expect((await preview(3)).status).toBe(400)
    expect((await ask('PUT', api.retention.change.path, { days: 3 })).status).toBe(400)
    expect((await ask('PUT', api.retention.change.path, { days: 60 })).data).toEqual({
      days: 60,
      lastRun: null,
    })
    // The night comes first: the owner may think again until then.
    await runAfter(0)
    expect(await countLeads()).toBe(11)
    await runAfter(1)
    expect(await countLeads()).toBe(9)
    expect(await read()).toMatchObject({ days: 60, lastRun: { deletedLeads: 2 } })
    const told = await db()
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'retention.remove'))
    expect(told).toMatchObject([{ who: 'The server', subject: '2 requests', userId: null }])
  })

  test('deletes at most a tenth of all leads a night, the oldest first, by however many processes', async () => {
    await ask('PUT', api.retention.change.path, { days: 60 })
    await addSome(12, 61)
    await add('Oldest', 400)
    await addSome(7, 1)
    await Promise.all([runAfter(1), runAfter(1), runAfter(1)])
    expect(await countLeads()).toBe(18)
    expect(await db().$count(leads, eq(leads.name, 'Oldest'))).toBe(0)
    await runAfter(1)
    expect(await countLeads()).toBe(18)
    await runAfter(2)
    expect(await countLeads()).toBe(16)
    // A clock that was ahead for a night does not keep it from the nights after.
    await runAfter(1_000)
    await runAfter(3)
    expect(await countLeads()).toBe(12)
  })

  test.each([90, null])('a run deletes nothing more once the period is %s', async (days) => {
    await addSome(3, 61)
    await ask('PUT', api.retention.change.path, { days: 60 })
    let isChanged = false
    const changedMeanwhile = Object.create(db(), {
      transaction: {
        async value(run: Parameters<ReturnType<typeof db>['transaction']>[0]) {
          isChanged = true
          expect((await ask('PUT', api.retention.change.path, { days })).status).toBe(200)
          return db().transaction(run)
        },
      },
    })
    await runRetention(changedMeanwhile, { now: new Date(Date.now() + dayMs), stop, audit })
    expect([isChanged, await countLeads()]).toEqual([true, 3])
    expect(await read()).toMatchObject({ days })
  })
})
