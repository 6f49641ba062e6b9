import { sql } from 'drizzle-orm'
import type { InjectOptions } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { auditInWords } from '#/contracts/audit/audit-words.ts'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import { auditReader } from '#tests/support/accounts/audit-entries.ts'
import { describedPath } from '#tests/support/api/api-operations.ts'
import { signInAs, testPassword } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contactBody } from '#tests/support/factories.ts'
import { adminSite } from '#tests/support/suite-site.ts'
import { createUser } from '../accounts/users.ts'
import { sessions, users } from '../db/tables/schema.ts'
import { accessTable } from './access.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** Operations that change something without an entry; others have the user who began them. */
const silentByTable = accessTable
  .filter(({ method, path, audit }) => {
    const tellsLater = [api.signInCode.path, api.signInPasskey.path].includes(path as never)
    return path.startsWith('/api/') && method !== 'GET' && (audit === 'no entry' || tellsLater)
  })
  .map(({ method, path }) => `${method} ${describedPath(path)}`)

const actionByTable = new Map(
  accessTable.map(({ method, path, audit }) => [`${method} ${describedPath(path)}`, audit]),
)

const seoBody = { pagePath: '/about', title: 'Who we are', description: 'What we do' }

const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'

describeOnDatabase('the audit log', (database) => {
  const logLines: string[] = []
  const { app, cookie: ofAdmin } = adminSite(database, { build: { logLines } })
  let admin: string
  let editor: string
  beforeAll(async () => {
    admin = ofAdmin()
    editor = await signInAs(app(), database.handle().db, 'editor')
  })

  const ask = (
    method: Method,
    url: string,
    { cookie = admin, ...rest }: { cookie?: string } & InjectOptions = {},
  ) => app().inject({ method, url, headers: { cookie, 'user-agent': firefox }, ...rest })

  const { all, entriesOf, wordsOf, linesOf } = auditReader(() => database.handle(), logLines)

  test('every operation that changes something tells of itself, as the table of access says', async () => {
    const { paths } = (await ask('GET', api.openapi.path)).json()
    const operations = Object.entries<object>(paths).flatMap(([path, methods]) =>
      Object.keys(methods)
        .map((method) => method.toUpperCase() as Method)
        .filter((method) => method !== 'GET')
        .map((method) => ({ method, path })),
    )
    expect(operations.length).toBeGreaterThan(20)
    // It ends the session that the others need.
    operations.sort(
      (a, b) => Number(a.path === api.signOut.path) - Number(b.path === api.signOut.path),
    )
    const silent: string[] = []
    let cookie = ''
    for (const [place, { method, path }] of operations.entries()) {
      // A user has a limited number of entries for refusals.
      if (place % 15 === 0) cookie = await signInAs(app(), database.handle().db, 'admin')
      // Refused, or at most a search for something that does not exist.
      const url = path.replaceAll(/\{\w+\}/g, '999999')
      const email = `${crypto.randomUUID()}@example.com`
      const payload = { email, password: 'a well kept secret 77', token: 'x', name: 'Somebody' }
      const told = await entriesOf(() => ask(method, url, { cookie, payload }))
      const name = `${method} ${path}`
      const actions = told.map(({ action }) => action).filter((action) => action !== 'request')
      if (actions.length === 0) silent.push(name)
      else expect([name, actions]).toEqual([name, [actionByTable.get(name)]])
    }
    expect(silent.sort()).toEqual(silentByTable.sort())
  })

  test('an entry says who did what from where, and so does the log, with the id of the user', async () => {
    const { db } = database.handle()
    const email = 'maria@example.com'
    await createUser(db, { email, role: 'admin', password: testPassword })
    await db.update(users).set({ name: 'Maria Ortiz' }).where(sql`email = ${email}`)
    const [maria] = await db.select().from(users).where(sql`email = ${email}`)
    const signIn = await app().inject({
      method: 'POST',
      url: api.signIn.path,
      payload: { email, password: testPassword },
    })
    const cookie = String([signIn.headers['set-cookie']].flat()[0]).split(';')[0] ?? ''
    const lines = await linesOf(async () => {
      const entries = await entriesOf(() =>
        ask('POST', api.addRecipient.path, {
          cookie,
          payload: { email: 'office@example.com' },
          remoteAddress: '192.0.2.7',
        }),
      )
      expect(entries).toEqual([
        {
          id: expect.any(Number),
          at: expect.any(Date),
          action: 'recipient.add',
          result: 'done',
          userId: maria?.id,
          who: 'Maria Ortiz (maria@example.com)',
          role: 'admin',
          address: '192.0.2.7',
          userAgent: firefox,
          subject: 'office@example.com',
          leadId: null,
          contractorId: null,
        },
      ])
    })
    expect(lines).toEqual([
      expect.objectContaining({
        msg: 'audit',
        level: 30,
        userId: maria?.id,
        action: 'recipient.add',
        result: 'done',
        address: '192.0.2.7',
        subject: 'office@example.com',
      }),
    ])
  })

  test('what is done in each area is told in words', async () => {
    const created = await ask('POST', api.contact.path, { payload: contactBody() })
    expect(created.statusCode).toBe(201)
    // On a very busy machine it comes there by way of the journal.
    const leads = async () => (await ask('GET', api.leads.path)).json().data
    await expect.poll(leads).toHaveLength(1)
    const [lead] = await leads()
    const of = (path: string, id: number) => path.replace(/:\w+/, String(id))
    const words = await wordsOf(async () => {
      await ask('PATCH', of(api.leadContactStatus.path, lead.id), {
        payload: { isContacted: true },
      })
      const recipient = await ask('POST', api.addRecipient.path, {
        payload: { email: 'a@b.example' },
      })
      const { id } = recipient.json().data
      await ask('POST', api.addRecipient.path, { payload: { email: 'a@b.example' } })
      await ask('PATCH', of(api.changeRecipient.path, id), { payload: { isActive: false } })
      await ask('DELETE', of(api.removeRecipient.path, id))
      await ask('DELETE', of(api.removeRecipient.path, id))
      await ask('PUT', api.retention.change.path, { payload: { days: 90 } })
      await ask('PUT', api.retention.change.path, { payload: { days: null } })
      await ask('POST', api.saveSeo.path, { payload: seoBody })
      await ask('DELETE', `${api.removeSeo.path}?path=/about`)
      await ask('POST', api.erase.path, { payload: { leadId: lead.id, expectedLeads: 7 } })
      await ask('POST', api.erase.path, { payload: { leadId: lead.id, expectedLeads: 1 } })
    })
    expect(words).toEqual([
      `set a status: request ${lead.id}, contacted (done)`,
      'added a recipient: a@b.example (done)',
      'tried to add a recipient: a@b.example (refused)',
      'changed a recipient: a@b.example, disabled (done)',
      'removed a recipient: a@b.example (done)',
      expect.stringMatching(/^tried to remove a recipient: recipient \d+ \(refused\)$/),
      'set how long requests are kept: 90 days (done)',
      'set how long requests are kept: forever (done)',
      'saved page metadata: /about (done)',
      'removed page metadata: /about (done)',
      'tried to erase a person’s data (refused)',
      'erased a person’s data: 1 request (done)',
    ])
  })

  test('signing in and out, and tries to, are told of; what was typed only if it is of an account', async () => {
    const signIn = (email: string, password: string) =>
      app().inject({
        method: 'POST',
        url: api.signIn.path,
        payload: { email, password },
        headers: { 'user-agent': firefox },
        remoteAddress: '198.51.100.1',
      })
    const email = 'dana@example.com'
    await createUser(database.handle().db, { email, role: 'editor', password: testPassword })
    const entries = await entriesOf(async () => {
      await signIn(email, 'a wrong password')
      await signIn('correct@horse.battery', 'dana')
      const signedIn = await signIn(email, testPassword)
      const cookie = String([signedIn.headers['set-cookie']].flat()[0]).split(';')[0] ?? ''
      await ask('POST', api.signOut.path, { cookie })
      // Without a session.
      await ask('POST', api.signOut.path, { cookie: '' })
    })
    expect(entries.map((entry) => [entry.who, auditInWords(entry), entry.result])).toEqual([
      ['Someone', 'tried to sign in: dana@example.com', 'denied'],
      ['Someone', 'tried to sign in: an address without an account', 'denied'],
      [email, 'signed in', 'done'],
      [email, 'signed out', 'done'],
    ])
    expect(entries[0]?.address).toBe('198.51.100.1')
    expect(logLines.join('')).not.toContain('horse.battery')
  })

  test('what a signed-in person or a session that has ended is denied is told of; other strangers are no news', async () => {
    const entries = await entriesOf(async () => {
      await ask('GET', `${api.leads.path}?q=Maria`, { cookie: editor })
      await ask('PUT', api.retention.change.path, { cookie: editor, payload: { days: 30 } })
      await ask('GET', api.leads.path, { cookie: 'breezeway-session=stolen' })
      await ask('GET', api.leads.path, { cookie: '' })
      await ask('PUT', api.retention.change.path, { cookie: '', payload: { days: 30 } })
      await ask('POST', api.signIn.path, { cookie: '', payload: { email: 'no email' } })
    })
    expect(entries.map((entry) => [entry.role, auditInWords(entry), entry.result])).toEqual([
      ['editor', 'tried to send a request to the server: GET /api/admin/leads', 'denied'],
      ['editor', 'tried to set how long requests are kept', 'denied'],
      [null, 'tried to send a request to the server: GET /api/admin/leads', 'denied'],
    ])
  })

  test('who is asked for a fresh proof is denied nothing; a wrong one is told of', async () => {
    const { db } = database.handle()
    await db.update(sessions).set({ confirmedAt: new Date(0) })
    const words = await wordsOf(async () => {
      await ask('GET', api.leadExport.path)
      await ask('POST', api.prove.path, { payload: { way: 'password', password: 'a wrong one' } })
      const proven = await ask('POST', api.prove.path, {
        payload: { way: 'password', password: testPassword },
      })
      // A proof begins a new session.
      admin = String([proven.headers['set-cookie']].flat()[0]).split(';')[0] ?? ''
    })
    await db.update(sessions).set({ confirmedAt: new Date() })
    expect(words).toEqual([
      'tried to confirm their identity (refused)',
      'confirmed their identity (done)',
    ])
  })

  test('no entry and no line of the log has anything of a lead', async () => {
    const marked = contactBody({
      name: 'Marked Person',
      email: 'marked@lead.example',
      phone: '386 555 0166',
      address: '77 Marked Street',
      message: 'Marked words',
    })
    expect((await ask('POST', api.contact.path, { payload: marked })).statusCode).toBe(201)
    const { data } = (await ask('GET', `${api.leads.path}?q=Marked`)).json()
    for (const [row, payload] of [
      [api.leadNote, { text: 'Marked note' }],
      [api.leadContactStatus, { isContacted: true }],
      [api.leadQuarantine, {}],
      [api.leadRelease, {}],
    ] as const) {
      const url = pathTo(row, { leadId: data[0].id })
      expect((await ask(row.method, url, { payload })).statusCode, url).toBeLessThan(300)
    }
    await ask('POST', pathTo(api.leadNote, { leadId: 'Marked' }), { payload: { text: 'x' } })
    await ask('POST', api.erasurePreview.path, { payload: { phone: '386 555 0166' } })
    for (const target of [{ email: 'marked@lead.example' }, { phone: '3865550166' }]) {
      await ask('POST', api.erase.path, { payload: { ...target, expectedLeads: 5 } })
    }
    await ask('POST', api.erase.path, {
      payload: { email: 'marked@lead.example', expectedLeads: 1 },
    })
    await ask('GET', `${api.leads.path}?q=Marked`, { cookie: editor })
    const kept = [JSON.stringify(await all()), ...logLines.filter((line) => /audit/.test(line))]
    expect(kept.join('')).toContain('erasure.erase')
    expect(kept.join('')).not.toMatch(/marked|5550166|555 0166/i)
  })
})
