import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { submissionSchema } from '#/contracts/leads/leads.ts'
import type { Retention } from '#/contracts/leads/privacy.ts'
import { apiPaths } from '#/contracts/routes.ts'
import {
  allLeads,
  auditEntries,
  leadRemovals,
  leadRetention,
  leads,
} from '#/server/db/tables/schema.ts'
import { buildTestApp } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contactBody } from '#tests/support/factories.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { adminSite } from '#tests/support/suite-site.ts'
import { createAuditServer } from '../../db/audit-entries.ts'
import { createSubmitLead } from '../take/submit-lead.ts'
import { runRetention } from './retention-run.ts'

const stop = new AbortController().signal
const audit = createAuditServer(silentLogger)

describeOnDatabase('retention', (database) => {
  const { cookie, ask, db } = adminSite(database)
  beforeEach(async () => {
    const { db } = database.handle()
    for (const table of [allLeads, leadRemovals, leadRetention]) await db.delete(table)
  })

  const read = async (): Promise<Retention> => (await ask('GET', apiPaths.retention)).data
  const submit = async (name: string, reasons: string[] = []) => {
    const submission = submissionSchema.parse(contactBody({ name }))
    return (await createSubmitLead(database.handle(), () => reasons)({ submission })).id
  }
  const age = (id: number, days: number) =>
    db()
      .update(leads)
      .set({ createdAt: sql`now() - ${days} * interval '1 day'` })
      .where(eq(leads.id, id))
  const lastRan = (before: string) =>
    db()
      .update(leadRetention)
      .set({ lastRunAt: sql`now() - ${before}::interval` })
  /** What stays when the database's clock is set forward: everything is so much older. */
  const setForward = async (by: string) => {
    const { db } = database.handle()
    const older = (column: string) => sql`${sql.raw(column)} - ${by}::interval`
    await db.update(leads).set({ createdAt: older('created_at') })
    await db.update(leadRemovals).set({ createdAt: older('created_at') })
    await db
      .update(leadRetention)
      .set({ lastRunAt: older('last_run_at'), removesUntil: older('removes_until') })
  }
  const countLeads = () => database.handle().db.$count(leads)
  const nextDay = async () => {
    await lastRan('1 day')
    return runRetention(database.handle().db, stop, audit)
  }

  test('removes leads that are older than its period, once a day', async () => {
    const { db } = database.handle()
    const nothing = { days: null, lastRun: null, isRunning: false, heldBack: null, removals: [] }
    expect(await read()).toEqual(nothing)
    expect(await runRetention(db, stop, audit)).toBe(false)
    expect((await ask('POST', apiPaths.retention, { days: 3 })).status).toBe(400)
    expect((await ask('POST', apiPaths.retention, { days: 60 })).data.days).toBe(60)
    for (let lead = 0; lead < 18; lead += 1) await age(await submit(`Young ${lead}`), 59)
    await age(await submit('Old'), 61)
    await age(await submit('Old spam', ['spam']), 900)
    await Promise.all([runRetention(db, stop, audit), runRetention(db, stop, audit)])
    // Two runs at once share the work, and each tells what it did.
    const told = await db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'retention.remove'))
    const removed = told.map(({ subject }) => Number.parseInt(subject ?? '', 10))
    expect(removed.reduce((sum, count) => sum + count, 0)).toBe(2)
    expect(told[0]).toMatchObject({ who: 'The server', userId: null, address: null })
    expect(await read()).toMatchObject({
      days: 60,
      lastRun: { deletedLeads: 2, error: null },
      isRunning: false,
    })
    expect(await countLeads()).toBe(18)
    expect(await runRetention(db, stop, audit)).toBe(false)
    expect(await nextDay()).toBe(true)
    // A clock that was ahead at the last run does not keep it from running.
    await lastRan('-3 years')
    expect(await runRetention(db, stop, audit)).toBe(true)
    expect(await runRetention(db, stop, audit)).toBe(false)
  })

  test('removes what one more day would have, however far the clock is set forward', async () => {
    await ask('POST', apiPaths.retention, { days: 60 })
    for (let lead = 0; lead < 30; lead += 1)
      await age(await submit(`Minutes old ${lead}`), lead / 9)
    await age(await submit('Old'), 59.5)
    await runRetention(database.handle().db, stop, audit)
    await setForward('3 years')
    expect(await nextDay()).toBe(true)
    const { lastRun, heldBack } = await read()
    expect([await countLeads(), lastRun?.deletedLeads, heldBack]).toEqual([30, 1, 30])
    expect(lastRun?.error).toMatch(/^Only the requests of one more day were removed/)
    await nextDay()
    expect(await countLeads()).toBe(30)
    // Once the clock is right again, all is as it was.
    await setForward('-3 years')
    await lastRan('-3 years')
    await nextDay()
    expect(await read()).toMatchObject({
      heldBack: null,
      lastRun: { deletedLeads: 0, error: null },
    })
    expect(await countLeads()).toBe(30)
  })

  test('removes no more than a tenth of all leads without the owner', async () => {
    const { db } = database.handle()
    for (let lead = 0; lead < 18; lead += 1) {
      const sent = await submit(`Lead ${lead}`)
      if (lead < 2) await age(sent, 61)
    }
    await ask('POST', apiPaths.retention, { days: 60 })
    expect(await runRetention(db, stop, audit)).toBe(false)
    const { heldBack, lastRun } = await read()
    expect(lastRun).toMatchObject({
      deletedLeads: 0,
      error: 'Nothing was removed: it would have been more than a tenth of all requests.',
    })
    expect([heldBack, await countLeads()]).toEqual([2, 18])

    const refused = await ask('POST', apiPaths.retentionRuns, { expectedLeads: 1 })
    expect([refused.status, refused.code, await countLeads()]).toEqual([409, 'conflict', 18])
    const { data } = await ask('POST', apiPaths.retentionRuns, { expectedLeads: 2 })
    expect(data).toMatchObject({ heldBack: null, isRunning: true })
    await expect.poll(async () => (await read()).isRunning).toBe(false)
    expect(await read()).toMatchObject({
      heldBack: null,
      lastRun: { deletedLeads: 2, error: null },
      removals: [{ leads: 2, isComingBack: false }],
    })
    expect(await countLeads()).toBe(16)
    const again = await ask('POST', apiPaths.retentionRuns, { expectedLeads: 2 })
    expect(again.status).toBe(409)
  })

  test('goes on with a removal that was broken off, unless the owner has changed the period', async () => {
    const { db } = database.handle()
    for (let lead = 0; lead < 3; lead += 1) await age(await submit(`Old ${lead}`), 61)
    await ask('POST', apiPaths.retention, { days: 60 })
    await runRetention(db, stop, audit)
    // A server that closes at once leaves it to the next one.
    const closing = await buildTestApp(database.handle())
    const agreed = closing.inject({
      method: 'POST',
      url: apiPaths.retentionRuns,
      headers: { cookie: cookie() },
      payload: { expectedLeads: 3 },
    })
    expect((await agreed).statusCode).toBe(200)
    await closing.close()
    await runRetention(db, stop, audit)
    expect(await countLeads()).toBe(0)
    expect((await read()).isRunning).toBe(false)

    await age(await submit('Old'), 61)
    await nextDay()
    await db.update(leadRetention).set({ removalId: 1 })
    await ask('POST', apiPaths.retention, { days: 90 })
    expect(await read()).toMatchObject({ isRunning: false, days: 90 })
  })

  test.each([90, null])('a run removes nothing more once the period is %s', async (days) => {
    const { db } = database.handle()
    for (let lead = 0; lead < 18; lead += 1) await submit(`Young ${lead}`)
    await age(await submit('Old'), 100)
    await ask('POST', apiPaths.retention, { days: 60 })
    let isChanged = false
    const changedMeanwhile: typeof db = Object.create(db, {
      transaction: {
        async value(run: Parameters<typeof db.transaction>[0]) {
          if (!isChanged && (await read()).isRunning) {
            isChanged = true
            expect((await ask('POST', apiPaths.retention, { days })).status).toBe(200)
          }
          return db.transaction(run)
        },
      },
    })
    await runRetention(changedMeanwhile, stop, audit)
    expect([isChanged, await countLeads()]).toEqual([true, 19])
    expect(await read()).toMatchObject({ days, isRunning: false, removals: [] })
  })
})
