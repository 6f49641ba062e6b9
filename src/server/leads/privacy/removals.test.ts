import { eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { submissionSchema } from '#/contracts/leads/leads.ts'
import type { Retention } from '#/contracts/leads/privacy.ts'
import { apiPaths } from '#/contracts/routes.ts'
import {
  allLeads,
  auditEntries,
  leadRemovals,
  leadRetention,
  leads,
  notificationRecipients,
} from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contactBody } from '#tests/support/factories.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { adminSite } from '#tests/support/suite-site.ts'
import { createAuditServer } from '../../db/audit-entries.ts'
import { createSubmitLead } from '../take/submit-lead.ts'
import { runRetention } from './retention-run.ts'

const stop = new AbortController().signal
const audit = createAuditServer(silentLogger)

describeOnDatabase('removals', (database) => {
  const { ask } = adminSite(database)

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
  const countRemoved = () => database.handle().db.$count(allLeads, isNotNull(allLeads.removalId))
  const isBack = () => expect.poll(async () => (await read()).removals).toEqual([])

  test('a request that was sent again after its removal is there once when it is undone', async () => {
    const { db } = database.handle()
    await db
      .insert(notificationRecipients)
      .values([{ email: 'stays@example.com' }, { email: 'goes@example.com' }])
    for (let lead = 0; lead < 20; lead += 1) await submit({ name: `Young ${lead}` })
    const again = { submissionId: crypto.randomUUID(), name: 'Ruth' }
    const old = [await submit(again), await submit({ name: 'Rita' })]
    await db
      .update(leads)
      .set({ createdAt: sql`now() - interval '61 days'` })
      .where(inArray(leads.id, old))
    await ask('POST', apiPaths.retention, { days: 60 })
    // What open inboxes hear.
    const told: string[] = []
    await database.handle().listen('leads_changed', { onMessage: (message) => told.push(message) })
    const toldOf = async (change: () => Promise<unknown>) => {
      await db.execute(sql`select pg_notify('leads_changed', 'before')`)
      await expect.poll(() => told).toContain('before')
      told.length = 0
      await change()
      await expect.poll(() => told).toContain('')
    }
    await toldOf(() => runRetention(db, stop, audit))
    const [removal] = (await read()).removals
    expect(removal).toMatchObject({ leads: 2, isComingBack: false })
    expect(Date.parse(removal?.until ?? '') - Date.parse(removal?.at ?? '')).toBe(7 * 86_400_000)
    const resent = await submit(again)
    expect(old).not.toContain(resent)
    await db
      .delete(notificationRecipients)
      .where(eq(notificationRecipients.email, 'goes@example.com'))
    await toldOf(async () => {
      expect((await undo(removal?.id ?? 0)).data).toMatchObject({ days: null })
      await isBack()
    })
    const named = await db
      .select({ id: leads.id })
      .from(leads)
      .where(inArray(leads.name, ['Ruth', 'Rita']))
    expect(named.map(({ id }) => id).sort()).toEqual([old[1], resent].sort())
    expect(await db.$count(allLeads)).toBe(22)
    await runRetention(db, stop, audit)
    expect(await db.$count(leads)).toBe(22)
    expect((await undo(removal?.id ?? 0)).status).toBe(404)
  })

  test('a removal can be undone until eight daily runs later, whatever the clock says', async () => {
    const { db } = database.handle()
    // Rita's, which is as old as before.
    await ask('POST', apiPaths.retention, { days: 60 })
    await nextDay()
    expect((await read()).removals).toHaveLength(1)
    await db.update(leadRemovals).set({ createdAt: sql`now() - interval '3 years'` })
    for (let day = 1; day < 8; day += 1) await nextDay()
    expect(await countRemoved()).toBe(1)
    // From the last run on nothing is promised any more, also before they are gone.
    const [{ id = 0, runsLeft } = {}] = await db.select().from(leadRemovals)
    await db.update(leadRemovals).set({ runsLeft: 0 })
    expect((await undo(id)).status).toBe(404)
    await db.update(leadRemovals).set({ runsLeft })
    await nextDay()
    expect([await countRemoved(), await db.$count(leadRemovals)]).toEqual([0, 0])
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
    expect([few.status, await countRemoved()]).toEqual([409, 1])
    const erased = await ask('POST', apiPaths.erasures, { leadId: young, expectedLeads: 2 })
    expect(erased.data).toMatchObject({ leads: 2 })
    // That it was done is on record, without whom it was about.
    expect((await ask('GET', apiPaths.erasures)).data).toEqual([
      { id: erased.data.id, at: erased.data.at, by: expect.stringMatching(/^admin-/), leads: 2 },
    ])
    expect(await countRemoved()).toBe(0)
    expect((await read()).removals).toEqual([])
  })
})
