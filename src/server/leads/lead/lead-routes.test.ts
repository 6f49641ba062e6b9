import { count, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { api } from '#/contracts/endpoints/api.ts'
import type { LeadDetails } from '#/contracts/leads/inbox.ts'
import {
  deliveries,
  leadEvents,
  leadNotes,
  leads,
  notificationRecipients,
} from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { submissionOf } from '#tests/support/leads/submission-of.ts'
import { adminSite } from '#tests/support/suite-site.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { eraseAgain, keepErased, readErased } from '../privacy/erasure.ts'
import { createSubmitLead, type ReceivedSubmission } from '../take/submit-lead.ts'

describeOnDatabase('one lead', (database) => {
  const { ask } = adminSite(database)
  beforeAll(async () => {
    const { db } = database.handle()
    await db.insert(notificationRecipients).values({ email: 'owner@example.com' })
  })

  const path = (id: number, rest = '') => `/api/admin/leads/${id}${rest}`
  const submit = async (
    body: Record<string, unknown>,
    context: Omit<ReceivedSubmission, 'submission'> = {},
    reasons: string[] = [],
  ) => {
    const submitLead = createSubmitLead(database.handle(), () => reasons)
    return (await submitLead({ submission: submissionOf(body), ...context })).id
  }
  async function markLead(id: number, change: object) {
    const answer = await ask('PATCH', path(id, '/contact-status'), change)
    expect(answer.status).toBe(200)
    return answer
  }
  const kindsOf = async (id: number) =>
    (await ask('GET', path(id))).data.history.map(({ kind }: { kind: string }) => kind)
  const deliveriesOf = async (id: number) => {
    const { db } = database.handle()
    return (await db.select().from(deliveries).where(eq(deliveries.leadId, id))).length
  }

  test('shows everything that came with it, and who else it may be', async () => {
    const other = await submit({ name: 'Same house', phone: '4075550111', email: 'x@example.com' })
    const id = await submit(
      {
        name: 'Ada',
        phone: '+1 (321) 555-0199',
        email: 'Ada@example.com',
        address: '12 LAKESHORE Drive; Deltona',
      },
      {
        attribution: { landingPage: '/?gclid=1', gclid: '1' },
        consent: { text: 'Yes, call me.', version: '3', page: '/contact' },
      },
    )
    const { data } = await ask('GET', path(id))
    expect(data).toMatchObject({
      name: 'Ada',
      source: 'google ads',
      attribution: { landingPage: '/?gclid=1', gclid: '1' },
      consent: { text: 'Yes, call me.', version: '3', page: '/contact', at: data.createdAt },
      isQuarantined: false,
      quarantineReasons: [],
      firstContactedAt: null,
      answerMinutes: null,
      notes: [],
      history: [{ kind: 'received', by: null }],
      related: [{ id: other, name: 'Same house', shares: ['address'] }],
    })
    const again = await submit({ phone: '321.555.0199', email: 'ada@EXAMPLE.com', address: null })
    expect((await ask('GET', path(id))).data.related).toMatchObject([
      { id: again, shares: ['phone', 'email'] },
      { id: other },
    ])
  })

  test('keeps when and by whom it was first contacted', async () => {
    const id = await submit({ name: 'Ben' })
    const mark = (isContacted: boolean) => markLead(id, { isContacted })
    const { data: first } = await mark(true)
    expect(first.firstContactedAt).not.toBeNull()
    await mark(true)
    await mark(false)
    await mark(true)
    const { data } = await ask('GET', path(id))
    expect(data).toMatchObject({
      firstContactedAt: first.firstContactedAt,
      contactedBy: expect.stringContaining('admin-'),
      answerMinutes: 0,
    })
    expect(await kindsOf(id)).toEqual(['received', 'contacted', 'marked-new', 'contacted'])
  })

  test('a marking that is undone counts as none; one of long ago is another marking', async () => {
    const id = await submit({ name: 'Undone' })
    const mark = (isContacted: boolean, isUndo = false) => markLead(id, { isContacted, isUndo })
    const withoutHistory = ({ history: _, ...rest }: LeadDetails) => rest
    const before = (await ask('GET', path(id))).data
    await mark(true)
    expect((await mark(false, true)).data.isContacted).toBe(false)
    expect(withoutHistory((await ask('GET', path(id))).data)).toEqual(withoutHistory(before))
    await mark(true)
    const { data: first } = await ask('GET', path(id))
    await mark(false)
    await mark(true, true)
    expect(withoutHistory((await ask('GET', path(id))).data)).toEqual(withoutHistory(first))
    // Of a later marking the first contact stays.
    const { db } = database.handle()
    const firstContactedAt = new Date(Date.now() - 120_000)
    await db.update(leads).set({ firstContactedAt }).where(eq(leads.id, id))
    await mark(false)
    await mark(true)
    await mark(false, true)
    expect((await ask('GET', path(id))).data).toMatchObject({
      isContacted: false,
      firstContactedAt: firstContactedAt.toISOString(),
      contactedBy: first.contactedBy,
    })
    expect((await kindsOf(id)).slice(-2)).toEqual(['contacted', 'marked-new'])
  })

  test('takes notes', async () => {
    const id = await submit({ name: 'Cem' })
    const note = { text: '  Call after six.\r\nNot before. 🙂 =1+1 <b> ' }
    expect(await ask('POST', path(id, '/notes'), note)).toMatchObject({
      status: 201,
      data: {
        text: 'Call after six.\nNot before. 🙂 =1+1 <b>',
        by: expect.stringContaining('admin-'),
      },
    })
    expect((await ask('GET', path(id))).data.notes).toHaveLength(1)
    expect(await ask('POST', path(id, '/notes'), { text: ' ' })).toMatchObject({
      status: 400,
      fields: { text: 'Please write something.' },
    })
    expect((await ask('POST', path(id, '/notes'), { text: 'a\0b' })).status).toBe(400)
    expect((await ask('POST', path(id, '/notes'), { text: '€'.repeat(5000) })).status).toBe(201)
  })

  test('in quarantine is in no list and no count, and is notified once when it is released', async () => {
    const stats = async () =>
      (await ask('GET', `${api.leads.path}?withCounts=true&limit=1`)).body.counts.stats
    const before = await stats()
    const id = await submit({ name: 'Dubious', phone: '3215550101', email: 'd@example.com' }, {}, [
      'It was sent within a second',
    ])
    const inList = async () =>
      (await ask('GET', `${api.leads.path}?q=dubious`)).data.length +
      (await ask('GET', api.leads.path)).data.filter(
        ({ name }: { name: string }) => name === 'Dubious',
      ).length
    expect([await inList(), await deliveriesOf(id)]).toEqual([0, 0])
    expect(await stats()).toEqual({ ...before, quarantined: before.quarantined + 1 })
    expect((await ask('GET', `${api.leads.path}?quarantined=true`)).data).toMatchObject([{ id }])
    expect((await ask('GET', path(id))).data.quarantineReasons).toEqual([
      'It was sent within a second',
    ])

    // The later one gets the lead, too.
    const released = await Promise.all([1, 2, 3].map(() => ask('POST', path(id, '/release'))))
    for (const answer of released) {
      expect(answer).toMatchObject({ status: 200, data: { id, isQuarantined: false } })
    }
    expect([await inList(), await deliveriesOf(id)]).toEqual([2, 1])
    expect(await stats()).toEqual({
      ...before,
      total: before.total + 1,
      new: before.new + 1,
      thisWeek: before.thisWeek + 1,
    })
    for (let times = 0; times < 2; times += 1) {
      expect(await ask('POST', path(id, '/quarantine'))).toMatchObject({
        status: 200,
        data: { id, isQuarantined: true },
      })
    }
    await ask('POST', path(id, '/release'))
    expect(await deliveriesOf(id)).toBe(1)
    expect(await kindsOf(id)).toEqual(['received', 'held', 'released', 'held', 'released'])
  })

  test('that does not exist is said to be so', async () => {
    const payload = { text: 'x', isContacted: true }
    const answers = await Promise.all([
      ask('GET', path(99_999)),
      ask('POST', path(99_999, '/notes'), payload),
      ask('PATCH', path(99_999, '/contact-status'), payload),
      ask('POST', path(99_999, '/release')),
      ask('POST', path(99_999, '/quarantine')),
      ask('POST', api.erasurePreview.path, { leadId: 99_999 }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
  })

  test('is erased with all of its person’s, and nothing of it is kept', async () => {
    const { db } = database.handle()
    const [id] = [
      await submit({ name: 'Eve', email: 'eve@example.com', phone: '3525550001' }),
      await submit({ name: 'Eve B', email: 'EVE@example.com', phone: '3525550002' }),
      await submit({ name: 'Eve C', email: 'other@example.com', phone: '(352) 555-0001' }),
    ]
    await ask('POST', path(id, '/notes'), { text: 'private' })
    const preview = await ask('POST', api.erasurePreview.path, { leadId: id })
    expect(preview.data).toEqual({ leads: 3, notes: 1, deliveries: 3 })
    const byEmail = await ask('POST', api.erasurePreview.path, { email: ' eve@EXAMPLE.com ' })
    expect(byEmail.data.leads).toBe(2)
    const byPhone = await ask('POST', api.erasurePreview.path, { phone: '+1 352-555-0001' })
    expect(byPhone.data.leads).toBe(2)
    expect((await ask('POST', api.erasurePreview.path, {})).status).toBe(400)

    const total = async () => (await db.select({ count: count() }).from(leads))[0]?.count ?? 0
    const before = await total()
    const wrong = await ask('POST', api.erase.path, { leadId: id, expectedLeads: 2 })
    expect([wrong.status, wrong.code, await total()]).toEqual([409, 'conflict', before])
    const erased = await ask('POST', api.erase.path, { leadId: id, expectedLeads: 3 })
    expect(erased.data).toMatchObject({ leads: 3, by: expect.stringContaining('admin-') })
    expect(await total()).toBe(before - 3)
    for (const table of [leadNotes, leadEvents, deliveries]) {
      const [left] = await db.select({ count: count() }).from(table).where(eq(table.leadId, id))
      expect(left?.count).toBe(0)
    }
    const { data: list } = await ask('GET', api.erasures.path)
    expect(list).toEqual([erased.data])
    expect(JSON.stringify(list)).not.toMatch(/eve@|352555/i)
    const folder = temporaryFolder()
    for (const _ of ['first', 'again']) await keepErased(db, folder.path)
    const kept = await readErased(folder.path)
    expect(kept).toHaveLength(3)
    const many = Array.from({ length: 70_000 }, (_, index) => `${index}`)
    expect(await db.transaction((tx) => eraseAgain(tx, [...many, ...kept]))).toBe(0)
    folder.remove()
  })

  test('is erased by its email as the visitor knows it, in any alphabet', async () => {
    const email = 'anna@büro.example'
    await submit({ name: 'Anna', email, phone: '3525550003' })
    const preview = await ask('POST', api.erasurePreview.path, { email: 'Anna@BÜRO.example' })
    expect(preview.data.leads).toBe(1)
    const erased = await ask('POST', api.erase.path, { email, expectedLeads: 1 })
    expect(erased.data).toMatchObject({ leads: 1 })
  })
})
