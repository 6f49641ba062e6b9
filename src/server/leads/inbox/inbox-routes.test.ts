import { expect, test } from 'vitest'
import { auditEntries, sessions } from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contactBody } from '#tests/support/factories.ts'
import { adminSite } from '#tests/support/suite-site.ts'

describeOnDatabase('the inbox', (database) => {
  const { app, ask, cookie } = adminSite(database)
  const get = (url: string) => app().inject({ url, headers: { cookie: cookie() } })
  const setStatus = (id: number | string, change: object) =>
    ask('PATCH', `/api/admin/leads/${id}/contact-status`, change)
  const send = (name: string, more: object = {}) =>
    app().inject({ method: 'POST', url: '/api/contact', payload: contactBody({ name, ...more }) })

  test('lists what was sent, newest first, in the spec’s shape', async () => {
    await send('First', { address: undefined, message: '' })
    await send('Second')
    const { data } = (await get('/api/admin/leads')).json()
    expect(data.map((lead: { name: string }) => lead.name)).toEqual(['Second', 'First'])
    expect(data[1]).toEqual({
      id: expect.any(Number),
      name: 'First',
      email: 'maria@example.com',
      phone: '3865550123',
      phoneAsTyped: '(386) 555-0123',
      address: null,
      service: 'ac-repair',
      message: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      isContacted: false,
    })
  })

  test('answers what its screens ask: a page, a search and counts', async () => {
    const read = async (path: string) => (await get(`/api/admin/leads${path}`)).json()
    const namesOf = ({ data }: { data: { name: string }[] }) => data.map(({ name }) => name)
    const page = await read('?limit=1')
    expect(namesOf(page)).toEqual(['Second'])
    const next = await read(`?limit=1&cursor=${page.nextCursor}`)
    expect([namesOf(next), next.nextCursor]).toEqual([['First'], null])
    expect(namesOf(await read('?order=oldest'))).toEqual(['First', 'Second'])
    expect(namesOf(await read('?q=second'))).toEqual(['Second'])
    expect(namesOf(await read('/export?limit=1'))).toEqual(['Second'])
    expect(next.counts).toBeUndefined()
    expect(await read('?q=first&withCounts=true')).toMatchObject({
      data: [{ name: 'First' }],
      counts: { found: { matching: 1, total: 2, isFloor: false }, stats: { total: 2, new: 2 } },
    })
    expect(await read('/sources')).toEqual({ data: [{ source: 'unknown', count: 2 }] })
    expect((await read('?status=old')).code).toBe('invalid_request')
  })

  test('gives all of it away only to who has just proven who they are, and the audit log says what', async () => {
    const { db } = database.handle()
    const exportsOf = async () =>
      (await db.select().from(auditEntries).orderBy(auditEntries.id))
        .filter(({ action, result }) => action === 'lead.export' && result === 'done')
        .map(({ subject }) => subject)
    const before = (await exportsOf()).length
    await get('/api/admin/leads')
    await get('/api/admin/leads?limit=1')
    const page = (await get('/api/admin/leads/export?limit=1')).json()
    for (const query of [
      `limit=1&cursor=${page.nextCursor}`,
      // It begins at a cursor of another list.
      `q=a&cursor=${page.nextCursor}`,
      ...['q=a', 'service=ac-repair', 'source=unknown', 'status=new', 'quarantined=true'],
    ]) {
      await get(`/api/admin/leads/export?${query}`)
    }
    const part = 'what matches a filter'
    const whole = 'the whole list'
    const subjects = [whole, whole, ...Array.from({ length: 6 }, () => part)]
    await expect.poll(async () => (await exportsOf()).slice(before)).toEqual(subjects)
    await db.update(sessions).set({ confirmedAt: new Date(0) })
    const codeOf = async (path: string) => (await get(`/api/admin/leads${path}`)).json().code
    for (const all of ['', '/export']) expect(await codeOf(all)).toBe('proof_needed')
    expect(await codeOf('?limit=1')).toBeUndefined()
    await db.update(sessions).set({ confirmedAt: new Date() })
  })

  test('refuses nonsense with a reason', async () => {
    expect((await setStatus(999_999, { isContacted: true })).status).toBe(404)
    expect((await setStatus('abc', { isContacted: true })).status).toBe(400)
    expect((await setStatus(1, { isContacted: 'yes' })).status).toBe(400)
    expect((await setStatus(1, {})).fields).toHaveProperty('isContacted')
    expect((await setStatus('99999999999999999999', { isContacted: true })).status).toBe(400)
    // The last two are places in other orders, the one before them a place in the audit log.
    const newest = (await get('/api/admin/leads?limit=1')).json().nextCursor
    for (const cursor of ['', 'x', '%00', '1.2', '7', `1.${newest}`, `${newest}&order=waiting`])
      for (const list of ['', '/export']) {
        const refused = await get(`/api/admin/leads${list}?limit=1&cursor=${cursor}`)
        expect([cursor, refused.statusCode]).toEqual([cursor, 400])
        expect(refused.json().fields).toHaveProperty('cursor')
      }
  })
})
