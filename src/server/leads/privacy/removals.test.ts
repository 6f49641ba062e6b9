import { readFileSync } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { submissionSchema } from '#/contracts/leads/leads.ts'
import type { Retention } from '#/contracts/leads/privacy.ts'
import { apiPaths } from '#/contracts/routes.ts'
import {
  auditEntries,
  deliveries,
  deliveryAttempts,
  leadHistory,
  leadNotes,
  leadPhotos,
  leadRemovals,
  leadRetention,
  leads,
  notificationRecipients,
  ratings,
  removedLeads,
  removedPhotos,
  requestAdditions,
  requestLinks,
} from '#/server/db/tables/schema.ts'
import { buildTestApp, signInAs } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contactBody } from '#tests/support/factories.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { createAuditServer } from '../../db/audit-entries.ts'
import { createSubmitLead } from '../intake/submit-lead.ts'
import { runRetention } from './retention-run.ts'

const stop = new AbortController().signal
const audit = createAuditServer(silentLogger)

describeOnDatabase('removals', (database) => {
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
  const read = async (): Promise<Retention> => (await ask('GET', apiPaths.retention)).data
  const undo = (id: number) => ask('POST', apiPaths.removalUndo.replace(':removalId', String(id)))
  const submit = async (fields: Record<string, unknown>) => {
    const submission = submissionSchema.parse(contactBody(fields))
    return (
      await createSubmitLead(database.handle(), () => [])({
        submission,
        linkHash: crypto.randomUUID(),
      })
    ).id
  }
  const nextDay = async () => {
    const { db } = database.handle()
    await db.update(leadRetention).set({ lastRunAt: sql`now() - interval '1 day'` })
    await runRetention(db, stop, audit)
  }
  /** Everything that is stored of the leads. */
  const readAll = async () => {
    const { db } = database.handle()
    return Promise.all([
      db.select().from(leads).orderBy(leads.id),
      db.select().from(leadNotes).orderBy(leadNotes.id),
      db.select().from(leadHistory).orderBy(leadHistory.id),
      db.select().from(deliveries).orderBy(deliveries.id),
      db.select().from(deliveryAttempts).orderBy(deliveryAttempts.id),
      db.select().from(requestLinks).orderBy(requestLinks.tokenHash),
      db.select().from(requestAdditions).orderBy(requestAdditions.id),
      db.select().from(leadPhotos).orderBy(leadPhotos.id),
      (await ask('GET', `${apiPaths.leads}?search=removed`)).data,
      (await ask('GET', apiPaths.leadStats)).data,
      db.select().from(ratings),
    ])
  }
  const isBack = () => expect.poll(async () => (await read()).removals).toEqual([])

  test('a removal hides its leads from everything, and undone brings all of them back', async () => {
    const { db } = database.handle()
    await db
      .insert(notificationRecipients)
      .values([{ email: 'stays@example.com' }, { email: 'goes@example.com' }])
    for (let lead = 0; lead < 20; lead += 1) await submit({ name: `Young ${lead}` })
    const old = await submit({
      name: 'Removed Ruth',
      email: 'ruth@example.com',
      phone: '386 555 0177',
      message: 'A “message”\nof two lines',
    })
    await db
      .update(leads)
      .set({
        createdAt: sql`now() - interval '61 days'`,
        attribution: { landingPage: '/', referrer: null } as never,
        quarantineReasons: ['one', 'two'],
      })
      .where(eq(leads.id, old))
    await ask('POST', apiPaths.leadNotes.replace(':leadId', String(old)), { text: 'Called twice' })
    const [delivery] = await db.select().from(deliveries).where(eq(deliveries.leadId, old))
    await db.insert(deliveryAttempts).values({
      deliveryId: delivery?.id ?? 0,
      at: new Date(),
      durationMs: 12,
      outcome: 'sent',
      answer: '250 OK',
    })
    await db.insert(requestAdditions).values({ leadId: old, kind: 'word', text: 'Ruth’s gate' })
    await db.insert(ratings).values({
      leadId: old,
      hasCome: true,
      stars: 5,
      text: 'Ruth is cool again',
      mayPublish: true,
      shownName: 'Ruth',
      shownTown: 'DeLand',
      ratedAt: new Date(),
      publishedAt: new Date(),
    })
    const bytes = Buffer.from('Ruth in a photograph')
    await db
      .insert(leadPhotos)
      .values({ leadId: old, image: bytes, thumbnail: bytes, width: 4, height: 3 })
    const before = await readAll()

    await ask('POST', apiPaths.retention, { days: 60 })
    await runRetention(db, stop, audit)
    const [removal] = (await read()).removals
    expect(removal).toMatchObject({ leads: 1, isComingBack: false })
    expect(Date.parse(removal?.until ?? '') - Date.parse(removal?.at ?? '')).toBe(7 * 86_400_000)
    const hidden = await readAll()
    expect(JSON.stringify(hidden)).not.toMatch(/Ruth|ruth@|Called twice|250 OK/)
    expect([hidden[0].length, hidden[9].total]).toEqual([20, 20])

    expect((await undo(removal?.id ?? 0)).data).toMatchObject({ days: null })
    await isBack()
    expect(await readAll()).toEqual(before)
    expect([await db.$count(removedLeads), await db.$count(removedPhotos)]).toEqual([0, 0])
    await runRetention(db, stop, audit)
    expect(await db.$count(leads)).toBe(21)
    expect((await undo(removal?.id ?? 0)).status).toBe(404)

    // A recipient may be removed, and the same request may be sent again, before it comes back.
    await ask('POST', apiPaths.retention, { days: 60 })
    await nextDay()
    // Deliveries that were removed before they said how urgent they are come back, too.
    await db.execute(sql`
      update removed_leads set deliveries = (
        select jsonb_agg(delivery - 'is_urgent') from jsonb_array_elements(deliveries) delivery)`)
    const [update] = readFileSync('migrations/0012_urgent-deliveries.sql', 'utf8')
      .split('--> statement-breakpoint')
      .filter((statement) => statement.includes('UPDATE "removed_leads"'))
    await db.execute(sql.raw(update ?? ''))
    const [again] = (await read()).removals
    await db
      .delete(notificationRecipients)
      .where(eq(notificationRecipients.email, 'goes@example.com'))
    await undo(again?.id ?? 0)
    await isBack()
    const targets = await db.select().from(deliveries).where(eq(deliveries.leadId, old))
    expect(targets.map(({ target, recipientId }) => [target, recipientId !== null])).toEqual([
      ['stays@example.com', true],
      ['goes@example.com', false],
    ])
  })

  test('a removal can be undone until eight daily runs later, whatever the clock says', async () => {
    const { db } = database.handle()
    await ask('POST', apiPaths.retention, { days: 60 })
    await nextDay()
    expect((await read()).removals).toHaveLength(1)
    await db.update(leadRemovals).set({ createdAt: sql`now() - interval '3 years'` })
    for (let day = 1; day < 8; day += 1) await nextDay()
    expect(await db.$count(removedLeads)).toBe(1)
    // From the last run on nothing is promised any more, also before they are gone.
    const [{ id = 0, runsLeft } = {}] = await db.select().from(leadRemovals)
    await db.update(leadRemovals).set({ runsLeft: 0 })
    expect((await undo(id)).status).toBe(404)
    await db.update(leadRemovals).set({ runsLeft })
    await nextDay()
    expect([await db.$count(removedLeads), await db.$count(leadRemovals)]).toEqual([0, 0])
    expect((await read()).removals).toEqual([])
    const isPurge = eq(auditEntries.action, 'retention.purge')
    expect(
      await db.select({ subject: auditEntries.subject }).from(auditEntries).where(isPurge),
    ).toEqual([{ subject: '1 request' }])
  })

  test('an erasure takes effect in what could be brought back, too', async () => {
    const { db } = database.handle()
    const old = await submit({ email: 'Erna@example.com', phone: '386 555 0178' })
    await db
      .update(leads)
      .set({ createdAt: sql`now() - interval '61 days'` })
      .where(eq(leads.id, old))
    await ask('POST', apiPaths.leadNotes.replace(':leadId', String(old)), { text: 'A note' })
    await nextDay()
    const young = await submit({ email: 'erna@example.com', phone: '386 555 0179' })
    const preview = await ask('POST', apiPaths.erasurePreview, { email: 'erna@example.com' })
    expect(preview.data).toEqual({ leads: 2, notes: 1, deliveries: 2 })
    const few = await ask('POST', apiPaths.erasures, { leadId: young, expectedLeads: 1 })
    expect([few.status, await db.$count(removedLeads)]).toEqual([409, 1])
    const erased = await ask('POST', apiPaths.erasures, { leadId: young, expectedLeads: 2 })
    expect(erased.data).toMatchObject({ leads: 2 })
    // That it was done is on record, without whom it was about.
    expect((await ask('GET', apiPaths.erasures)).data).toEqual([
      { id: erased.data.id, at: erased.data.at, by: expect.stringMatching(/^admin-/), leads: 2 },
    ])
    expect(await db.$count(removedLeads)).toBe(0)
    expect((await read()).removals).toEqual([])
  })
})
