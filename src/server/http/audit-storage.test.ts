import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { api } from '#/contracts/endpoints/api.ts'
import { auditReader } from '#tests/support/accounts/audit-entries.ts'
import { rawRequest } from '#tests/support/api/raw-request.ts'
import { testConfig } from '#tests/support/app-builder.ts'
import { describeOnDatabase, untilWaiting } from '#tests/support/databases.ts'
import { contactBody } from '#tests/support/factories.ts'
import { adminSite } from '#tests/support/suite-site.ts'
import { deleteOldAuditEntries } from '../db/audit-entries.ts'
import { auditEntries } from '../db/tables/schema.ts'

describeOnDatabase('the storage of the audit log', (database) => {
  const logLines: string[] = []
  const config = testConfig({ auditWithinMs: 2_000 })
  const { app, ask, cookie, db, port } = adminSite(database, {
    build: { config, logLines },
    listens: true,
  })
  const { all, entriesOf, linesOf } = auditReader(() => database.handle(), logLines)

  /** Locks a table, until the function that it returns is called. */
  async function hold(table: string) {
    const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = db().transaction(async (tx) => {
      await tx.execute(sql`lock table ${sql.identifier(table)} in access exclusive mode`)
      locked.resolve()
      await released.promise
    })
    await locked.promise
    return () => {
      released.resolve()
      return holding
    }
  }

  test('strangers cannot fill the log: beyond a bound what was not done has no entry', async () => {
    const entries = await entriesOf(async () => {
      for (let one = 0; one < 30; one += 1) {
        await app().inject({
          url: api.leads.path,
          headers: { cookie: 'breezeway-session=guessed' },
          // One client has all addresses of its network.
          remoteAddress: `2001:db8::${one}`,
        })
      }
    })
    expect(entries).toHaveLength(20)
  })

  test('no route changes an entry or deletes one of the last 400 days, and older ones go little by little', async () => {
    const refused = { cause: { message: 'audit entries are kept as they are for 400 days' } }
    for (const statement of [
      sql`update audit_entries set who = 'Nobody'`,
      sql`delete from audit_entries`,
      sql`truncate audit_entries`,
    ]) {
      await expect(db().execute(statement)).rejects.toMatchObject(refused)
    }
    const count = (await all()).length
    const daysAgo = (days: number) => sql`now() - ${days} * interval '1 day'`
    const old = { action: 'sign-in', result: 'done', who: 'Old' } as const
    await db()
      .insert(auditEntries)
      .values([
        { ...old, at: daysAgo(399) },
        { ...old, at: daysAgo(410) },
        { ...old, at: daysAgo(410.05) },
        { ...old, at: daysAgo(500) },
      ])
    const left: number[] = []
    for (let run = 0; run < 4; run += 1) {
      await deleteOldAuditEntries(db())
      left.push((await all()).length - count)
    }
    expect(left).toEqual([3, 1, 1, 1])
  })

  test('an answer that is decided stands when its entry cannot be stored, which the log then has', async () => {
    await db().execute(sql`alter table audit_entries rename to audit_entries_away`)
    const lines = await linesOf(async () => {
      const answer = await ask('PUT', api.retention.change.path, { days: 365 })
      expect([answer.status, answer.data.days]).toEqual([200, 365])
    })
    await db().execute(sql`alter table audit_entries_away rename to audit_entries`)
    expect(lines).toEqual([
      expect.objectContaining({
        level: 40,
        msg: 'an audit entry could not be stored',
        action: 'retention.set',
        result: 'done',
        userId: expect.any(String),
      }),
    ])
  })

  test('an answer does not wait for a database that hangs', async () => {
    const release = await hold('audit_entries')
    const lines = await linesOf(async () => {
      const answer = await ask('PUT', api.retention.change.path, { days: null })
      expect(answer.status).toBe(200)
    })
    expect(lines).toEqual([expect.objectContaining({ msg: 'an audit entry could not be stored' })])
    await release()
  })

  test('an erasure whose entry cannot be written does not happen', async () => {
    await ask('POST', api.contact.path, contactBody({ email: 'stays@example.com' }))
    await db().execute(sql`alter table audit_entries rename to audit_entries_away`)
    const erase = () =>
      ask('POST', api.erase.path, { email: 'stays@example.com', expectedLeads: 1 })
    expect((await erase()).status).toBe(500)
    await db().execute(sql`alter table audit_entries_away rename to audit_entries`)
    expect((await erase()).status).toBe(200)
  })

  test('whoever hangs up before the answer has an entry too', async () => {
    const release = await hold('notification_recipients')
    const accepted = once(app().server, 'connection') as Promise<[Socket]>
    const headers = [`host: localhost:${port()}`, `cookie: ${cookie()}`]
    const client = connect(port(), '127.0.0.1')
    const json = [...headers, 'content-type: application/json']
    client.write(rawRequest(`POST ${api.addRecipient.path}`, json, '{"email":"mia@example.com"}'))
    const [socket] = await accepted
    await untilWaiting(db(), 1)
    const hasClosed = once(socket, 'close')
    client.destroy()
    await hasClosed
    await release()
    const actions = async () => (await all()).map(({ action }) => action)
    await expect.poll(actions, { timeout: 5_000 }).toContain('recipient.add')
  })
})
