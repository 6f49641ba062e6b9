import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { submissionSchema } from '#/contracts/leads.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { buildTestApp, signInAs } from '../../../../tests/app-builder.ts'
import { describeOnDatabase } from '../../../../tests/databases.ts'
import { contactBody } from '../../../../tests/factories.ts'
import { leadRetention, leads } from '../../db/schema.ts'
import { createSubmitLead } from '../intake/submit-lead.ts'
import { runRetention } from './retention.ts'

const stop = new AbortController().signal

describeOnDatabase('retention', (database) => {
  let app: FastifyInstance
  let cookie: string
  beforeAll(async () => {
    app = await buildTestApp(database.handle())
    cookie = await signInAs(app, database.handle().db, 'admin')
  })
  afterAll(() => app.close())

  const ask = async (method: 'GET' | 'POST', url: string, payload?: object) => {
    const response = await app.inject({
      method,
      url,
      headers: { cookie },
      ...(payload && { payload }),
    })
    return { status: response.statusCode, ...response.json() }
  }
  const read = async () => (await ask('GET', apiPaths.retention)).data
  const submit = async (name: string, reasons: string[] = []) => {
    const submission = submissionSchema.parse(contactBody({ name }))
    return (await createSubmitLead(database.handle(), () => reasons)({ submission })).id
  }
  const age = (id: number, days: number) =>
    database
      .handle()
      .db.update(leads)
      .set({ createdAt: sql`now() - ${days} * interval '1 day'` })
      .where(eq(leads.id, id))
  const lastRan = (before: string) =>
    database
      .handle()
      .db.update(leadRetention)
      .set({ lastRunAt: sql`now() - ${before}::interval` })
  const countLeads = () => database.handle().db.$count(leads)

  test('deletes leads that are older than its period, once a day', async () => {
    const { db } = database.handle()
    expect(await read()).toEqual({ days: null, lastRun: null, heldBack: null })
    expect(await runRetention(db, stop)).toBe(false)
    expect((await ask('POST', apiPaths.retention, { days: 3 })).status).toBe(400)
    expect((await ask('POST', apiPaths.retention, { days: 60 })).data.days).toBe(60)
    for (let lead = 0; lead < 18; lead += 1) await age(await submit(`Young ${lead}`), 59)
    await age(await submit('Old'), 61)
    await age(await submit('Old spam', ['spam']), 900)
    const runs = await Promise.all([runRetention(db, stop), runRetention(db, stop)])
    expect(runs.sort()).toEqual([false, true])
    expect(await read()).toMatchObject({ days: 60, lastRun: { deletedLeads: 2, error: null } })
    expect(await countLeads()).toBe(18)
    await lastRan('1 day')
    expect(await runRetention(db, stop)).toBe(true)
    // A clock that was ahead at the last run does not keep it from running.
    await lastRan('-3 years')
    expect(await runRetention(db, stop)).toBe(true)
    expect(await runRetention(db, stop)).toBe(false)
  })

  test('deletes no more than a tenth of all leads without the owner', async () => {
    const { db } = database.handle()
    // What a clock does that is years ahead.
    await db.update(leads).set({ createdAt: sql`created_at - interval '3 years'` })
    await lastRan('1 day')
    expect(await runRetention(db, stop)).toBe(true)
    const { heldBack, lastRun } = await read()
    expect(lastRun).toMatchObject({
      deletedLeads: 0,
      error: 'Nothing was deleted: it would have been more than a tenth of all requests.',
    })
    expect([heldBack, await countLeads()]).toEqual([18, 18])

    const refused = await ask('POST', apiPaths.retentionRuns, { expectedLeads: 17 })
    expect([refused.status, refused.code, await countLeads()]).toEqual([409, 'conflict', 18])
    const { data } = await ask('POST', apiPaths.retentionRuns, { expectedLeads: 18 })
    expect(data).toMatchObject({ heldBack: null, lastRun: { deletedLeads: 18, error: null } })
    expect(await countLeads()).toBe(0)
    const again = await ask('POST', apiPaths.retentionRuns, { expectedLeads: 18 })
    expect(again.status).toBe(409)
  })
})
